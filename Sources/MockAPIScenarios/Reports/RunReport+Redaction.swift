import Foundation
import MockAPICore

extension RunReport {
    /// The report without secrets, to be taken before anything is written.
    public func redacted(by redaction: ReportRedaction) -> RunReport {
        var report = self
        report.scenarios = scenarios.map { $0.redacted(by: redaction) }
        return report
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
        report.skipReason = skipReason.map(redaction.text)
        report.warnings = warnings.map { warning in
            var warning = warning
            warning.message = redaction.text(warning.message)
            return warning
        }
        report.failures = failures.map { $0.redacted(by: redaction) }
        report.exchanges = exchanges.map { $0.redacted(by: redaction) }
        return report
    }
}

extension StepFailure {
    fileprivate func redacted(by redaction: ReportRedaction) -> StepFailure {
        var failure = self
        failure.path = path.map(redaction.text)
        failure.message = redaction.text(message)
        failure.details = details.map(redaction.text)
        // The last part of a path is the name of a field, a query pair or a member.
        let name = path.flatMap { $0.split(separator: ".").last }.map(String.init)
        let isHidden = name.map(redaction.hides) ?? false
        failure.expected = expected.map { isHidden ? .string(ReportRedaction.mask) : redaction.json($0) }
        failure.found = found.map { isHidden ? .string(ReportRedaction.mask) : redaction.json($0) }
        return failure
    }
}

extension Exchange {
    fileprivate func redacted(by redaction: ReportRedaction) -> Exchange {
        var exchange = self
        exchange.request.headers = redaction.fields(request.headers)
        exchange.request.url = redaction.url(request.url)
        exchange.request.body = redaction.body(request.body)
        switch outcome {
        case .response(var response):
            response.headers = redaction.fields(response.headers)
            response.body = redaction.body(response.body)
            exchange.outcome = .response(response)
        case .failure, .cancelled: break
        }
        return exchange
    }
}

extension ReportRedaction {
    fileprivate func fields(_ fields: HTTPFields) -> HTTPFields {
        var output = HTTPFields()
        for field in fields { output.add(field.name, hides(field.name) ? Self.mask : text(field.value)) }
        return output
    }

    /// A value without secrets; the values of hidden keys are masked whatever they are.
    func json(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let string): .string(text(string))
        case .number(let number): secretsContain(number.literal) ? .string(Self.mask) : value
        case .array(let elements): .array(elements.map { json($0) })
        case .object(let object):
            .object(JSONObject(object.map { ($0.key, hides($0.key) ? .string(Self.mask) : json($0.value)) }))
        case .null, .bool: value
        }
    }

    private func secretsContain(_ literal: String) -> Bool { text(literal) != literal }

    fileprivate func url(_ url: URL) -> URL {
        let parts = url.absoluteString.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var output = text(String(parts[0]))
        if parts.count > 1 {
            let pairs = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
                let name = pair.prefix { $0 != "=" }
                return hides(PercentCoding.decode(String(name), plusIsSpace: true))
                    ? "\(name)=\(Self.mask)" : text(String(pair))
            }
            output += "?" + pairs.joined(separator: "&")
        }
        let allowed = output.replacing("[", with: "%5B").replacing("]", with: "%5D")
        return URL(string: output) ?? URL(string: allowed) ?? url.deletingLastPathComponent()
    }

    /// Content without secrets; JSON is written anew where a key is hidden, other text only where a secret stands in it.
    fileprivate func body(_ body: HTTPBody) -> HTTPBody {
        guard let bytes = body.bytes, !bytes.isEmpty, let string = String(validating: bytes, as: UTF8.self) else {
            return body
        }
        if let value = try? JSONValue(parsing: bytes) {
            let redacted = json(value)
            if redacted != value { return HTTPBody(redacted.renderedBytes(.compact)) }
        }
        let redacted = text(string)
        return redacted == string ? body : HTTPBody(Array(redacted.utf8))
    }
}
