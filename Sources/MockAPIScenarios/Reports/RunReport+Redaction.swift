import Foundation
import MockAPIClient
import MockAPICore

extension RunReport {
    /// The report without secrets, to be taken before anything is written.
    ///
    /// - Parameters:
    ///   - redaction: what takes them out.
    ///   - known: the scenarios of the report, without secrets already, such as those that were told as they ended; where it
    ///     is `nil`, they are taken out here.
    public func redacted(by redaction: ReportRedaction, known: [ScenarioReport]? = nil) -> RunReport {
        var report = self
        report.scenarios = known ?? scenarios.map { $0.redacted(by: redaction) }
        report.replace(
            drifts: drifts?.map { $0.redacted(by: redaction) },
            providerScenarios: providerScenarios.map { $0.redacted(by: redaction) },
            coverage: coverage?.redacted(by: redaction))
        return report
    }
}

extension RunProgress {
    /// The progress without secrets.
    public func redacted(by redaction: ReportRedaction) -> RunProgress {
        var progress = self
        progress.latest = latest.map(redaction.text)
        return progress
    }
}

extension ScenarioReport {
    /// The report without secrets, to be taken before anything is written.
    public func redacted(by redaction: ReportRedaction) -> ScenarioReport {
        var report = self
        report.steps = steps.map { $0.redacted(by: redaction) }
        report.name = redaction.text(name)
        report.tags = tags.map(redaction.text)
        return report
    }
}

extension StepReport {
    fileprivate func redacted(by redaction: ReportRedaction) -> StepReport {
        var report = self
        report.name = redaction.text(name)
        report.skipReason = skipReason.map(redaction.prose)
        report.warnings = warnings.map { warning in
            var warning = warning
            warning.message = redaction.prose(warning.message)
            warning.hint = warning.hint.map(redaction.prose)
            return warning
        }
        report.failures = failures.map { $0.redacted(by: redaction) }
        report.exchanges = exchanges.map { $0.redacted(by: redaction) }
        report.earlierRounds = []
        report.rerunCommand = rerunCommand.map(redaction.text)
        report.attempts?.outcomes = (attempts?.outcomes ?? []).map { outcome in
            var outcome = outcome
            outcome.failures = outcome.failures.map { $0.redacted(by: redaction) }
            return outcome
        }
        return report
    }
}

extension StepFailure {
    fileprivate func redacted(by redaction: ReportRedaction) -> StepFailure {
        var failure = self
        failure.path = path.map(redaction.text)
        failure.message = redaction.prose(message)
        failure.details = details.map(redaction.prose)
        let isHidden = path.map(redaction.hidesPath) ?? false
        // What a hidden value stands in tells its name, by which it is hidden, unless that is hidden as a whole.
        let isWithinHidden = path.map(redaction.hidesParent(ofPath:)) ?? false
        failure.surroundings = redaction.value(surroundings, isHidden: isWithinHidden)
        failure.expected = redaction.value(expected, isHidden: isHidden)
        failure.found = redaction.value(found, isHidden: isHidden)
        return failure
    }
}

extension Exchange {
    fileprivate func redacted(by redaction: ReportRedaction) -> Exchange {
        var exchange = self
        exchange.request.body = redaction.body(request.body, request.headers)
        exchange.request.headers = redaction.fields(request.headers)
        exchange.request.url = redaction.url(request.url)
        switch outcome {
        case .response(var response):
            response.body = redaction.body(response.body, response.headers)
            response.headers = redaction.fields(response.headers)
            response.reason = response.reason.map(redaction.text)
            exchange.outcome = .response(response)
        case .failure(var error):
            error.message = redaction.prose(error.message)
            exchange.outcome = .failure(error)
        case .cancelled: break
        }
        return exchange
    }
}

extension ReportRedaction {
    private var walker: SecretWalker { SecretWalker(mark: Self.mask, hides: hides, text: prose) }

    fileprivate func fields(_ fields: HTTPFields) -> HTTPFields { walker.fields(fields) }

    /// A value without secrets; the values of hidden keys are masked whatever they are.
    func json(_ value: JSONValue) -> JSONValue { walker.json(value) }

    fileprivate func url(_ url: URL) -> URL {
        let output = walker.url(url.absoluteString)
        let allowed = output.replacing("[", with: "%5B").replacing("]", with: "%5D")
        return URL(string: output) ?? URL(string: allowed) ?? url.deletingLastPathComponent()
    }

    /// Content without secrets; JSON is written anew where a secret stands in it.
    fileprivate func body(_ body: HTTPBody, _ headers: HTTPFields) -> HTTPBody {
        guard let bytes = body.bytes, !bytes.isEmpty else { return body }
        let type = headers["Content-Type"]
        guard let string = String(validating: bytes, as: UTF8.self) else {
            if let type = type.flatMap({ MediaType($0) }), type.essence == "multipart/form-data",
                let boundary = type.boundary
            {
                let parts = walker.parts(bytes, boundary: boundary)
                return HTTPBody(self.bytes(parts) ?? parts)
            }
            return self.bytes(bytes).map { HTTPBody($0) } ?? body
        }
        let redacted = walker.body(string, contentType: type)
        return redacted == string ? body : HTTPBody(Array(redacted.utf8))
    }
}
