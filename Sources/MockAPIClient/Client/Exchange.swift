/// The outcome of a call together with what went over the wire.
public struct Exchange<Value: Sendable>: Sendable {
    /// The parsed response.
    public let value: Value
    /// The request that was sent last, after plugins and redirects.
    public let request: HTTPRequest
    /// The response that was parsed.
    public let response: HTTPResponse
    /// Where the response came from.
    public let source: ResponseSource
    /// What property wrappers such as `@Lenient` made of values that were not quite what the model needs.
    public let conversions: [Conversion]
}
