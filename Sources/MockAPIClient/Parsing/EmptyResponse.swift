/// A response whose body is of no interest; any body, and none, is accepted.
public struct EmptyResponse: Parsable, Codable, Hashable {
    /// Makes a response.
    public init() {}

    /// Looks at nothing.
    public static func parse(_ data: ResponseData) throws -> EmptyResponse { EmptyResponse() }
}
