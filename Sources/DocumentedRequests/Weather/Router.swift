/// The paths of the Weather service.
public enum Router: String, Sendable, Hashable, CaseIterable {
    /// The weather of Beijing now.
    case tianqi = "data/sk/101010100.html"
    /// Where files are sent to.
    case upload = "upload"
}
