public import Foundation

/// Builds `multipart/form-data` (RFC 7578) of data and files.
public struct MultipartForm: Sendable {
    /// One part.
    public struct Part: Sendable {
        /// The name of the field.
        public var name: String
        /// The name of the file; `nil` for a field that is none.
        public var fileName: String?
        /// The type of the content; `nil` sends no `Content-Type`.
        public var contentType: String?
        /// The content; empty where `file` has it.
        public var content: [UInt8]
        /// The file that has the content, read while it is sent.
        public var file: URL?

        /// Makes a part of content that is at hand.
        public init(name: String, fileName: String? = nil, contentType: String? = nil, content: [UInt8]) {
            self.name = name
            self.fileName = fileName
            self.contentType = contentType
            self.content = content
        }

        /// Makes a part of a file, by default under its own name.
        public init(
            name: String, file: URL, fileName: String? = nil, contentType: String? = "application/octet-stream"
        ) {
            self.init(
                name: name, fileName: fileName ?? file.lastPathComponent, contentType: contentType, content: [])
            self.file = file
        }
    }

    /// How large a form may be, with its boundaries, to be held in memory: 10 MiB.
    public static let memoryLimit = 10 << 20

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

    /// Appends a file that is read while it is sent, by default under its own name.
    public mutating func append(
        file: URL, name: String, fileName: String? = nil, contentType: String? = "application/octet-stream"
    ) {
        parts.append(Part(name: name, file: file, fileName: fileName, contentType: contentType))
    }

    /// The `Content-Type` of the whole.
    public var contentType: String {
        MediaType("multipart", "form-data", parameters: [MediaType.Parameter("boundary", boundary)]).description
    }
}
