import MockAPICore

extension StepRun {
    /// The values for later steps, and a failure for each that is not there.
    func capture(_ evidence: StepEvidence) -> ([String: JSONValue], [StepFailure]) {
        var captured: [String: JSONValue] = [:]
        var failures: [StepFailure] = []
        for capture in step.captures {
            switch value(of: capture, evidence) {
            case .success(let value) where VariableSize.of(value) > VariableSize.most:
                failures.append(
                    StepFailure(
                        .capture, at: capture.location, path: capture.place, VariableSize.problem(of: capture.name)))
            case .success(let value): captured[capture.name] = value
            case .failure(let absence):
                failures.append(
                    StepFailure(
                        .capture, at: capture.location, path: capture.place,
                        "\(absence.message) to capture \"\(capture.name)\" from"))
            }
        }
        return (captured, failures)
    }

    /// Why there is nothing, as the beginning of a sentence.
    private struct Absence: Error {
        var message: String
    }

    private func value(of capture: StepCapture, _ evidence: StepEvidence) -> Result<JSONValue, Absence> {
        let request = evidence.arrivals.last?.request
        switch capture.source {
        case nil:
            let noun = step.send.isPlain ? "the body" : "the model"
            return part(capture.path, of: evidence.model ?? (try? evidence.bodyJSON.get()), noun)
        case .model?: return part(capture.path, of: evidence.model, "the model")
        case .body?:
            guard let response = evidence.response else { return .failure(Absence(message: "there is no response")) }
            guard let path = capture.path else {
                return .success(.string(String(decoding: response.body.bytes ?? [], as: UTF8.self)))
            }
            return part(path, of: try? evidence.bodyJSON.get(), "the body")
        case .status?:
            guard let response = evidence.response else { return .failure(Absence(message: "there is no response")) }
            return .success(.integer(response.status.code))
        case .headers?:
            let name = capture.field ?? ""
            guard let value = evidence.response?.headers[values: name].first else {
                return .failure(Absence(message: "the response has no header \(name)"))
            }
            return .success(.string(value))
        case .sentMethod?, .sentPath?, .sentQuery?, .sentHeaders?, .sentBody?:
            guard let request else { return .failure(Absence(message: "nothing was sent")) }
            return sent(capture, request)
        }
    }

    private func sent(_ capture: StepCapture, _ request: ReceivedRequest) -> Result<JSONValue, Absence> {
        let name = capture.field ?? ""
        switch capture.source {
        case .sentMethod?: return .success(.string(request.method.rawValue))
        case .sentPath?: return .success(.string(request.rawPath))
        case .sentQuery?:
            guard let pair = request.queryPairs.first(where: { $0.name == name }) else {
                return .failure(Absence(message: "the query that was sent has no \(name)"))
            }
            return .success(.string(pair.value))
        case .sentHeaders?:
            guard let value = request.value(of: name) else {
                return .failure(Absence(message: "what was sent has no header \(name)"))
            }
            return .success(.string(value))
        default:
            guard let path = capture.path else {
                return .success(.string(String(decoding: request.body, as: UTF8.self)))
            }
            return part(path, of: try? JSONValue(parsing: request.body), "the body sent")
        }
    }

    private func part(_ path: JSONPath?, of root: JSONValue?, _ noun: String) -> Result<JSONValue, Absence> {
        guard let root else { return .failure(Absence(message: "there is no JSON")) }
        let path = path ?? JSONPath()
        guard let value = path.value(in: root) else { return .failure(Absence(message: "\(noun) has no \(path)")) }
        return .success(value)
    }
}

extension StepEvidence {
    /// The model, or the last of several.
    fileprivate var model: JSONValue? {
        switch outcome {
        case .model(let model): model
        case .values(let values, _): values.last
        case .response, .error: nil
        }
    }
}
