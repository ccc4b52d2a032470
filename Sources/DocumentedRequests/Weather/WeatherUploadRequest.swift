public import Foundation
public import MockAPIClient

/// Sends several files together with text fields, as `multipart/form-data`.
public struct WeatherUploadRequest: APIRequest {
    /// Whatever JSON the service answers; `nil` of an empty body.
    public typealias Response = JSONValue?

    /// One file.
    public struct File: Sendable, Hashable {
        /// The name of the form's field.
        public var name: String
        /// The name of the file.
        public var fileName: String
        /// The type of the content, such as `image/png`.
        public var mimeType: String
        /// The content.
        public var data: Data

        /// Makes a file.
        public init(name: String, fileName: String, mimeType: String, data: Data) {
            self.name = name
            self.fileName = fileName
            self.mimeType = mimeType
            self.data = data
        }
    }

    /// The text fields, sent before the files in the order of their names.
    public var fields: [String: String]
    /// The files in their order.
    public var files: [File]

    /// Makes a request.
    public init(fields: [String: String] = [:], files: [File]) {
        self.fields = fields
        self.files = files
    }

    /// The Weather service.
    public var base: BaseURL { Router.base }
    /// Where files are sent to.
    public var path: String { Router.upload.rawValue }
    /// `POST`.
    public var method: HTTPMethod { Router.upload.method }

    /// The fields and the files.
    public var body: RequestBody? {
        get throws {
            var form = MultipartForm()
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) { form.append(value, name: name) }
            for file in files {
                form.append(file.data, name: file.name, fileName: file.fileName, contentType: file.mimeType)
            }
            return try .multipart(form)
        }
    }
}
