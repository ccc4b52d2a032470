import MockAPIClient
import MockAPICore
import MockAPIStubs

/// Why the answer of a stub makes no model.
enum ModelFault {
    case empty(status: HTTPStatus)
    case notJSON(String)
    case mismatch(ModelMismatch)
    /// The body of a status that is an error does not fit the request's model for errors.
    case errorMismatch(ModelMismatch, status: HTTPStatus)

    /// What is to be said of it, at the place of the value that does not fit.
    func finding(_ stub: Stub, _ written: WrittenStub?, request: String) -> Finding {
        let (place, detail) = place(in: written)
        let hint =
            "mend the stub or the model, or write \"metadata\": {\"\(ModelCheck.metadataKey)\": false} where it is wrong on"
            + " purpose"
        return Finding(at: place ?? stub.location, message(request, detail), hint: hint)
    }

    private func message(_ request: String, _ detail: String?) -> String {
        switch self {
        case .empty(let status):
            "\(request) cannot decode this answer: it has no content and status \(status.code)"
        case .notJSON(let why): "\(request) cannot decode this answer: the content is no JSON (\(detail ?? why))"
        case .mismatch(let mismatch): "\(request) cannot decode this answer: \(mismatch)"
        case .errorMismatch(let mismatch, let status):
            "\(request) cannot decode this answer of status \(status.code) as its error: \(mismatch)"
        }
    }

    /// The place of the fault; for a syntax error also what is wrong there, if it is another place than that of the answer.
    private func place(in written: WrittenStub?) -> (FileLocation?, String?) {
        guard let written else { return (nil, nil) }
        let fallback = written.response ?? written.mapping
        switch written.content {
        case .none: return (fallback.location, nil)
        case .json(let node): return (mismatchPath?.nearestNode(in: node).location ?? node.location, nil)
        case .text(let node), .base64(let node): return (node.location, nil)
        case .file(let path, let name):
            guard let bytes = try? FileSystem.contents(of: path) else { return (name.location, nil) }
            do {
                let document = try JSONDocument(parsing: bytes, file: path)
                return ((mismatchPath ?? JSONPath()).nearestNode(in: document.root).location, nil)
            } catch {
                let finding = error.finding(file: path, bytes: bytes)
                return (finding.location ?? name.location, finding.message)
            }
        }
    }

    private var mismatchPath: JSONPath? {
        switch self {
        case .empty, .notJSON: nil
        case .mismatch(let mismatch), .errorMismatch(let mismatch, _): try? JSONPath(parsing: mismatch.path)
        }
    }
}
