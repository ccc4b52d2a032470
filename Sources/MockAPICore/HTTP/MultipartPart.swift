/// One part of a `multipart/form-data` body.
public struct MultipartPart: Sendable, Hashable {
    /// The header lines.
    public var headers: HTTPFields
    /// The name of the form's field.
    public var name: String
    /// The name of the file, if it is one; it may be empty.
    public var fileName: String?
    /// The content.
    public var content: [UInt8]

    /// Makes a part.
    public init(headers: HTTPFields, name: String, fileName: String?, content: [UInt8]) {
        self.headers = headers
        self.name = name
        self.fileName = fileName
        self.content = content
    }

    /// The `Content-Type` of the part; `nil` where there is none that can be read.
    public var contentType: MediaType? { headers["Content-Type"].flatMap { MediaType($0) } }

    /// The content as text.
    public var text: String { String(decoding: content, as: UTF8.self) }
}
