public import Foundation

extension Array: Parsable where Element: Parsable & Decodable {}

extension Optional: Parsable where Wrapped: Parsable {
    /// `nil` of an empty body and of JSON `null`, else a value.
    public static func parse(_ data: ResponseData) throws -> Wrapped? {
        if data.isBlank || data.isNull { return nil }
        if data.context.modelPath != nil, let model = Self.self as? any Decodable.Type {
            return try data.decode(model) as? Wrapped
        }
        if let path = data.context.modelPath, let body = try? JSONValue(parsing: data.bytes),
            path.path.value(in: body).map(\.isNull) ?? true
        {
            return nil
        }
        return try Wrapped.parse(data)
    }
}

extension Data: Parsable {
    /// The body as it is, be it empty; where a path leads into it, the value there as the decoder reads data.
    public static func parse(_ data: ResponseData) throws -> Data {
        data.context.modelPath == nil ? data.data : try data.decode(Data.self)
    }
}

extension String: Parsable {
    /// The body as text, be it empty (see `ResponseData.text`); where a path leads into it, the text that is there.
    public static func parse(_ data: ResponseData) throws -> String {
        data.context.modelPath == nil ? data.text : try data.decode(String.self)
    }
}

extension HTTPResponse: Parsable {
    /// The response itself.
    public static func parse(_ data: ResponseData) throws -> HTTPResponse { data.context.response }
}
