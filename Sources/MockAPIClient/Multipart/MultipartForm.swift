public import Foundation

/// Builds `multipart/form-data` (RFC 7578).
public struct MultipartForm: Sendable {
    /// One part.
    public struct Part: Sendable {
        /// The name of the field.
        public var name: String
        /// The name of the file; `nil` for a field that is none.
        public var fileName: String?
        /// The type of the content; `nil` sends no `Content-Type`.
        public var contentType: String?
        /// The content.
        public var content: [UInt8]

        /// Makes a part.
        public init(name: String, fileName: String? = nil, contentType: String? = nil, content: [UInt8]) {
            self.name = name
            self.fileName = fileName
            self.contentType = contentType
            self.content = content
        }
    }

    /// The parts in the order in which they are sent.
    public var parts: [Part]
    /// The text between the parts.
    public var boundary: String

    /// Makes a form; without `boundary`, a random one is used.
    public init(_ parts: [Part] = [], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary ?? Self.randomBoundary()
    }

    /// Appends a text field.
    public mutating func append(_ value: String, name: String) {
        parts.append(Part(name: name, content: Array(value.utf8)))
    }

    /// Appends a file whose content is at hand.
    public mutating func append(
        _ data: Data, name: String, fileName: String?, contentType: String? = "application/octet-stream"
    ) {
        parts.append(Part(name: name, fileName: fileName, contentType: contentType, content: [UInt8](data)))
    }

    /// The `Content-Type` of the whole.
    public var contentType: String {
        MediaType("multipart", "form-data", parameters: [MediaType.Parameter("boundary", boundary)]).description
    }
}
