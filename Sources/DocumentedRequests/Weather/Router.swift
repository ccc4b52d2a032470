public import MockAPIClient

/// The paths of the Weather service.
public enum Router: String, Route, Hashable, CaseIterable {
    /// The weather of Beijing now.
    case tianqi = "data/sk/101010100.html"
    /// Where files are sent to.
    case upload = "upload"

    /// The Weather service.
    public static var base: BaseURL { .service(WeatherAPI.serviceName) }
    /// `POST` for the upload.
    public var method: HTTPMethod { self == .upload ? .post : .get }
}
