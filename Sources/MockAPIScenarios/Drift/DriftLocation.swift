import MockAPICore
import MockAPIStubs

/// Finds where a stub says what a provider does not say.
struct DriftLocation {
    let written: WrittenStub

    /// The place of a drift in the stub's file, or in its body file.
    func location(of part: Drift.Part, _ path: JSONPath?) -> FileLocation {
        let response = written.response ?? written.mapping
        switch part {
        case .status: return (response["status"] ?? response).location
        case .header(let name):
            let fields = response["headers"]?.members ?? []
            let field = fields.first { HTTPToken.equalsIgnoringCase($0.key, name) }
            return (field?.value ?? response["headers"] ?? response).location
        case .outcome: return response.location
        case .body: return location(of: path ?? JSONPath()) ?? response.location
        }
    }

    private func location(of path: JSONPath) -> FileLocation? {
        switch written.content {
        case .none: return nil
        case .json(let node): return path.nearestNode(in: node).location
        case .text(let node), .base64(let node): return node.location
        case .file(let file, let name):
            guard let bytes = try? FileSystem.contents(of: file),
                let document = try? JSONDocument(parsing: bytes, file: file)
            else { return name.location }
            return path.nearestNode(in: document.root).location
        }
    }
}
