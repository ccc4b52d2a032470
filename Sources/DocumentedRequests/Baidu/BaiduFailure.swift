/// What the Baidu host answers instead of a model.
public struct BaiduFailure: Codable, Hashable, Sendable {
    /// The number of the failure.
    public var code: Int
    /// What happened, for people.
    public var message: String

    /// Makes a failure.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }
}
