public import Foundation

extension Array: Parsable where Element: Parsable & Decodable {}

extension Optional: Parsable where Wrapped: Parsable {
    /// `nil` of an empty body and of JSON `null`, else a value.
    public static func parse(_ data: ResponseData) throws -> Wrapped? {
        if data.isBlank || data.isNull { return nil }
        if data.context.modelPath != nil, let model = Self.self as? any Decodable.Type {
            return try data.decode(model) as? Wrapped
        }
        return try Wrapped.parse(data)
    }
}

extension Data: Parsable {
    /// The body as it is, be it empty.
    public static func parse(_ data: ResponseData) throws -> Data { data.data }
}

extension String: Parsable {
    /// The body as text, be it empty; see `ResponseData.text`.
    public static func parse(_ data: ResponseData) throws -> String { data.text }
}

extension HTTPResponse: Parsable {
    /// The response itself.
    public static func parse(_ data: ResponseData) throws -> HTTPResponse { data.context.response }
}
