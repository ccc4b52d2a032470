public import Foundation

/// An answer that a request brings along, for a client that is stubbed.
public enum SampleAnswer: Sendable {
    /// A response of any status.
    case response(HTTPResponse)
    /// No response, for a reason.
    case failure(TransportError)

    /// A JSON body with a status.
    public static func json(_ text: String, status: HTTPStatus = 200) -> SampleAnswer {
        .response(HTTPResponse(status, headers: ["Content-Type": "application/json"], body: HTTPBody(text)))
    }

    /// A file, such as one of a bundle, with a status.
    ///
    /// - Throws: what Foundation throws where the file cannot be read.
    public static func file(
        _ url: URL, contentType: String = "application/json", status: HTTPStatus = 200
    ) throws -> SampleAnswer {
        .response(
            HTTPResponse(status, headers: ["Content-Type": contentType], body: HTTPBody(try Data(contentsOf: url))))
    }

    /// A file of a bundle, `users.json` or `Samples/users.json`, with a status.
    ///
    /// - Throws: `CocoaError` where there is no such file, or what Foundation throws where it cannot be read.
    public static func file(
        _ name: String, in bundle: Bundle, contentType: String = "application/json", status: HTTPStatus = 200
    ) throws -> SampleAnswer {
        let place = URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: "/"))
        let folder = place.deletingLastPathComponent().path
        guard
            let url = bundle.url(
                forResource: place.deletingPathExtension().lastPathComponent, withExtension: place.pathExtension,
                subdirectory: folder == "/" ? nil : String(folder.dropFirst()))
        else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name]) }
        return try file(url, contentType: contentType, status: status)
    }
}

/// A request that has a sample answer, used instead of the network when the client's `stubMode` is not `never`.
public protocol SampleProviding: APIRequest {
    /// The answer; read for each stubbed call.
    ///
    /// An error thrown here is one of kind `invalidRequest`.
    var sample: SampleAnswer { get throws }
}
