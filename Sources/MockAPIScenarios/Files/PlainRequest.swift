import MockAPICore
import MockAPIStubs

/// A request that is written out in a scenario file.
struct PlainRequest: Sendable {
    /// The content.
    enum Content: Sendable {
        case none
        case json(ScenarioValue)
        case text(ScenarioValue)
        case form([ExpectedMember])
        case multipart([FormPart])
        case file(ContentFile)
    }

    /// The method, a blank, and a path with its query or an absolute URL.
    let line: ScenarioValue
    var headers: [ExpectedMember] = []
    var content: Content = .none
}

/// One part of a form that a plain request sends.
struct FormPart: Sendable {
    /// The ways to give what is in it.
    enum Content: Sendable {
        case text(ScenarioValue)
        case json(ScenarioValue)
        case base64(ScenarioValue)
        case file(ContentFile)
    }

    let name: ScenarioValue
    let content: Content
    var fileName: ScenarioValue?
    var contentType: ScenarioValue?
}

/// A file whose bytes are sent.
struct ContentFile: Sendable {
    /// The path, relative to the scenario file.
    let path: ScenarioValue

    /// The path with its variables replaced, as seen from where the run was started.
    func path(_ variables: [String: JSONValue]) -> String {
        let value = path.resolved(variables)
        let folder = FilePath.folder(of: path.location.file)
        return FilePath.resolve(value.string ?? value.rendered(.compact), against: folder)
    }

    /// What is wrong with a path; `nil` where a file is there.
    static func problem(of path: String) -> String? {
        switch FileSystem.kind(of: path) {
        case .file?: nil
        case .folder?: "\(path) is a folder"
        case .other?: "\(path) is no plain file"
        case nil: "there is no file \(path)"
        }
    }

    /// The `Content-Type` of a file by the end of its name.
    static func contentType(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "application/octet-stream" }
        return switch name[name.index(after: dot)...].lowercased() {
        case "json": "application/json"
        case "txt": "text/plain; charset=utf-8"
        case "html", "htm": "text/html; charset=utf-8"
        case "csv": "text/csv; charset=utf-8"
        case "xml": "application/xml"
        case "pdf": "application/pdf"
        case "zip": "application/zip"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "svg": "image/svg+xml"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }
}
