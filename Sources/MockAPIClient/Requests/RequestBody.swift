public import Foundation

/// The content of a request together with its type.
public struct RequestBody: Sendable {
    /// The content.
    public var content: HTTPBody
    /// The value of `Content-Type`; a `Content-Type` among the request's own headers wins, unless `fixesContentType`.
    public var contentType: String
    /// Whether no header may override `contentType`, as for multipart, whose boundary stands in it.
    public var fixesContentType: Bool

    /// Makes a body.
    public init(_ content: HTTPBody, contentType: String, fixesContentType: Bool = false) {
        self.content = content
        self.contentType = contentType
        self.fixesContentType = fixesContentType
    }

    /// Bytes of any type.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> RequestBody {
        RequestBody(HTTPBody(data), contentType: contentType)
    }

    /// Text in UTF-8.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> RequestBody {
        RequestBody(HTTPBody(text), contentType: contentType)
    }

    /// A model as JSON; without `encoder`, keys are sorted and slashes are not escaped.
    ///
    /// - Throws: `EncodingError`.
    public static func json(_ model: some Encodable, encoder: JSONEncoder? = nil) throws -> RequestBody {
        let used = encoder ?? JSONEncoder()
        if encoder == nil { used.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }
        return RequestBody(HTTPBody(try used.encode(model)), contentType: "application/json")
    }

    /// The parts of a form; `Content-Type` is its own whatever the headers say.
    ///
    /// Past 10 MiB the form is not held in memory: `SocketTransport` reads its files as it sends, `URLSessionTransport` goes by
    /// a temporary file, which is removed when the call has ended.
    ///
    /// - Throws: `APIError` of kind `invalidRequest` for a type or a boundary that cannot be sent.
    public static func multipart(_ form: MultipartForm) throws -> RequestBody {
        RequestBody(try form.body(), contentType: form.contentType, fixesContentType: true)
    }
}
