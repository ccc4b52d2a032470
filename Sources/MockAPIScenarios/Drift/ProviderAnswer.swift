import MockAPICore
import MockAPIStubs

/// What a provider answered to a step that a stub answers otherwise.
struct ProviderAnswer: Sendable {
    /// What the expectations ask for that do not hold on the provider.
    struct Asked: Sendable {
        /// Whether the step fails there.
        var isFailed = false
        /// Whether it fails for the content.
        var isForContent = false
        /// The header fields that it fails for.
        var headers: [String] = []
        /// The places in the content that it fails for.
        var paths: [JSONPath] = []
        /// The lists in the content that it fails for and that are compared without order.
        var lists: [JSONPath] = []
    }

    /// The stub that stands for the answer.
    var stub: Stub
    /// The step that asked.
    var step: Drift.Step
    /// Which time of the step it was, counted from 1; `nil` where the step is not repeated.
    var iteration: Int?
    /// What it answers.
    var request: HTTPRequest
    /// The answer.
    var response: HTTPResponse
    /// What is asked of it.
    var asked: Asked

    /// Tells stubs apart, from wherever their file is named.
    var key: String { stub.location?.description ?? stub.id }

    /// Whether it is the answer to `HEAD`, which never has the content that it tells of.
    var isOfHead: Bool { request.method == .head }

    /// Whether both are answers to one step at the same time, by one stub.
    func isOfSameStep(as other: ProviderAnswer) -> Bool {
        step == other.step && iteration == other.iteration && key == other.key
    }

    /// Whether both answer the same request, so that no stub could tell them apart by it.
    func hasSameRequest(as other: ProviderAnswer) -> Bool {
        let (left, right) = (request, other.request)
        guard let bytes = left.body.bytes, let others = right.body.bytes else { return false }
        return left.method == right.method && left.url == right.url && left.headers == right.headers && bytes == others
    }

    /// Why its content is not written; `nil` where it can be.
    var refusalToWriteContent: String? {
        guard !isOfHead, !response.content.isEmpty, response.headers.contains(name: "Content-Encoding"),
            String(validating: response.content, as: UTF8.self) == nil
        else { return nil }
        return "the provider's content has a \"Content-Encoding\" and is no text, so that it may still be encoded;"
            + " change it by hand"
    }

    /// Why a header field is not written; `nil` where it can be.
    static func refusalToWrite(header name: String) -> String? {
        let fields = ["Content-Encoding", "Content-Length", "Transfer-Encoding"]
        guard let field = fields.first(where: { HTTPToken.equalsIgnoringCase($0, name) }) else { return nil }
        return "\"\(field)\" tells how content is sent, and has to fit what the stub sends; change it by hand"
    }
}

extension ProviderAnswer.Asked {
    /// What a step asks for that fails on the provider.
    init(_ report: StepReport.Round) {
        isFailed = report.status == .failed
        guard isFailed else { return }
        isForContent = report.failures.contains { [.body, .error, .json].contains($0.kind) }
        headers = report.failures.filter { $0.kind == .headers }.compactMap(\.path)
        for failure in report.failures {
            switch failure.kind {
            case .json, .capture: add(failure, below: JSONPath())
            case .model: add(failure, below: report.modelPath ?? JSONPath())
            case .error:
                let path = failure.found?["path"]?.string ?? (failure.path?.hasPrefix("$") == true ? failure.path : nil)
                if let path = path.flatMap({ try? JSONPath(parsing: $0) }) { paths.append(path) }
            default: break
            }
        }
    }

    /// Adds the place that a failure is about, or the list without order that this is in.
    private mutating func add(_ failure: StepFailure, below start: JSONPath) {
        if let list = failure.list {
            let list = JSONPath(start.components + list.components)
            if !lists.contains(list) { lists.append(list) }
        } else if let path = failure.path.flatMap({ try? JSONPath(parsing: $0) }) {
            paths.append(JSONPath(start.components + path.components))
        }
    }
}

extension HTTPResponse {
    /// The content; none where it is not in memory.
    var content: [UInt8] { body.bytes ?? [] }

    /// The media type that it is sent with.
    var mediaType: MediaType? { headers["Content-Type"].flatMap { MediaType($0) } }
}
