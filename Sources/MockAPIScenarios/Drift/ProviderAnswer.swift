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
    }

    /// The stub that stands for the answer.
    var stub: Stub
    /// The step that asked.
    var step: Drift.Step
    /// The answer.
    var response: HTTPResponse
    /// Whether it is the answer to `HEAD`, which never has the content that it tells of.
    var isOfHead: Bool
    /// What is asked of it.
    var asked: Asked

    /// Tells stubs apart, from wherever their file is named.
    var key: String { stub.location?.description ?? stub.id }

    /// Whether both are answers to one step, by one stub.
    func isOfSameStep(as other: ProviderAnswer) -> Bool { step == other.step && key == other.key }
}

extension ProviderAnswer.Asked {
    /// What a step asks for that fails on the provider.
    init(_ report: StepReport) {
        isFailed = report.status == .failed
        guard isFailed else { return }
        isForContent = report.failures.contains { [.body, .error, .json].contains($0.kind) }
        headers = report.failures.filter { $0.kind == .headers }.compactMap(\.path)
        let prefix = report.modelPath?.components ?? []
        paths = report.failures.compactMap { failure in
            switch failure.kind {
            case .json, .capture: return failure.path.flatMap { try? JSONPath(parsing: $0) }
            case .model:
                return failure.path.flatMap { try? JSONPath(parsing: $0) }.map { JSONPath(prefix + $0.components) }
            case .error:
                let path = failure.found?["path"]?.string ?? (failure.path?.hasPrefix("$") == true ? failure.path : nil)
                return path.flatMap { try? JSONPath(parsing: $0) }
            default: return nil
            }
        }
    }
}

extension HTTPResponse {
    /// The content; none where it is not in memory.
    var content: [UInt8] { body.bytes ?? [] }

    /// The media type that it is sent with.
    var mediaType: MediaType? { headers["Content-Type"].flatMap { MediaType($0) } }
}
