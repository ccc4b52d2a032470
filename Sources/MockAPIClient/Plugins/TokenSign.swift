/// What tells in a response that a token is not valid any more.
public struct TokenSign: Sendable {
    private let isSeen: @Sendable (HTTPResponse) -> Bool

    /// Makes a sign of a function.
    public init(_ isSeen: @escaping @Sendable (HTTPResponse) -> Bool) { self.isSeen = isSeen }

    /// One of these status codes.
    public static func status(_ codes: Int...) -> TokenSign { TokenSign { codes.contains($0.status.code) } }

    /// A field of a JSON body, whatever the status, that has one of these values: `.field("error.code", 401, 10001)`.
    public static func field(_ path: ModelPath, _ values: JSONValue...) -> TokenSign {
        TokenSign { response in
            guard let bytes = response.body.bytes, !bytes.isEmpty, let body = try? JSONValue(parsing: bytes) else {
                return false
            }
            return path.path.value(in: body).map { values.contains($0) } ?? false
        }
    }

    /// Whether a response has the sign.
    public func isSeen(in response: HTTPResponse) -> Bool { isSeen(response) }
}
