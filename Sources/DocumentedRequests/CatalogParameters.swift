import Foundation
import MockAPIClient

/// What `with` of a step may have, for each request of the catalog that takes something.
struct RepositoriesParameters: Decodable {
    var name: String
}

struct URLParameters: Decodable {
    var url: String
}

struct WeatherParameters: Decodable {
    /// Milliseconds since 1970; now, where it is left out.
    var timestamp: Int?
}

/// A status or an error of choice instead of the sample's own, for stubbed clients.
struct SampleParameters: Decodable {
    var sampleStatus: Int?
    var sampleError: String?

    func request<Request: SampleProviding>(_ request: Request) throws -> Sampled<Request> {
        if let sampleError {
            guard let reason = TransportError.Reason(rawValue: sampleError) else {
                let known = TransportError.Reason.allCases.map(\.rawValue).joined(separator: ", ")
                throw ParameterFailure("sampleError: \"\(sampleError)\" is none of \(known)")
            }
            return request.sampled(failure: reason)
        }
        if let sampleStatus { return request.sampled(status: HTTPStatus(sampleStatus)) }
        return request.sampled(try request.sample)
    }
}

struct UploadParameters: Decodable {
    /// A file, its content as text in `data` or as `base64`.
    struct File: Decodable {
        var name: String
        var fileName: String
        var mimeType: String?
        var data: String?
        var base64: String?

        func file() throws -> WeatherUploadRequest.File {
            let content: Data
            switch (data, base64) {
            case (let text?, nil): content = Data(text.utf8)
            case (nil, let text?):
                guard let decoded = Data(base64Encoded: text) else {
                    throw ParameterFailure("file \"\(name)\": base64 is no base64")
                }
                content = decoded
            default: throw ParameterFailure("file \"\(name)\": give either data or base64")
            }
            return WeatherUploadRequest.File(
                name: name, fileName: fileName, mimeType: mimeType ?? "application/octet-stream", data: content)
        }
    }

    var fields: [String: NumberOrText]?
    var files: [File]?

    func request() throws -> WeatherUploadRequest {
        WeatherUploadRequest(fields: (fields ?? [:]).mapValues(\.text), files: try (files ?? []).map { try $0.file() })
    }
}

/// Why parameters do not make a request.
struct ParameterFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
