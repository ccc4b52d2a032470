import Foundation
import MockAPIClient
import MockAPICore
import MockAPIServer

/// Why a step cannot be sent.
struct Unsendable: Error {
    var failures: [StepFailure]
}

extension StepRun {
    func prepare() throws(Unsendable) -> CatalogCall {
        try checkTimes()
        try checkSize()
        switch step.send.kind {
        case .catalog(let entry, let parameters):
            let json = parameters?.resolved(variables) ?? .object(JSONObject())
            switch entry.prepare(json) {
            case .call(let call): return call
            case .problems(let problems):
                throw Unsendable(
                    failures: problems.map { problem in
                        StepFailure(
                            .parameters, at: parameters?.location(of: problem.path) ?? step.send.location,
                            path: problem.path.description, found: problem.path.value(in: json),
                            problem.message + (problem.hint.map { "; \($0)" } ?? ""))
                    })
            }
        case .http(let plain): return CatalogCall(try plainCall(plain))
        }
    }

    /// Times that variables gave are checked here, all others when the file is read.
    private func checkTimes() throws(Unsendable) {
        let times =
            [("timeout", step.send.timeout), ("cancelAfter", step.send.cancelAfter)]
            + (step.send.thinning.map { [($0.key, $0.seconds)] } ?? [])
        let failures = times.compactMap { name, time -> StepFailure? in
            guard let time else { return nil }
            let value = time.resolved(variables)
            return StepSeconds.problem(of: value, name).map {
                StepFailure(.parameters, at: time.location, path: name, found: value, $0)
            }
        }
        if !failures.isEmpty { throw Unsendable(failures: failures) }
    }

    /// Variables may hold others that hold others; what is sent and compared has to stay within bounds.
    private func checkSize() throws(Unsendable) {
        guard let first = step.variables.first, VariableSize.of(step.variables, variables) > VariableSize.mostOfStep
        else { return }
        throw Unsendable(
            failures: [
                StepFailure(
                    .parameters, at: first.location, "with its variables replaced, the step is larger than 64 MiB")
            ])
    }

    func fields(_ members: [ExpectedMember]) -> HTTPFields {
        var fields = HTTPFields()
        for member in members {
            switch member.value.resolved(variables) {
            case .array(let values):
                for value in values { fields.add(member.name, Self.text(value)) }
            case let value: fields.add(member.name, Self.text(value))
            }
        }
        return fields
    }

    static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.rendered(.compact) }
    }

    func seconds(_ value: ScenarioValue?) -> Duration? {
        value?.resolved(variables).number.map { .seconds($0.double) }
    }

    /// Where a request goes.
    func destination(_ base: BaseURL) -> StepDestination {
        if settings.stubMode ?? .never != .never { return .stubs }
        let services = catalog.services
        switch base {
        case .service(let name):
            guard let provider = options.provider.baseURL(of: name) else { return .own }
            return .provider(baseURL: provider, insteadOf: services[name]?.baseURL ?? provider)
        case .url(let text):
            if let own = server?.baseURL.absoluteString, Origin(own) == Origin(text) { return .own }
            let service = services.names.first { services[$0].flatMap { Origin($0.baseURL) } == Origin(text) }
            if let service { return destination(.service(service)) }
            if let provider = options.provider.baseURL, Origin(provider) == Origin(text) {
                return .provider(baseURL: provider, insteadOf: provider)
            }
            return .elsewhere
        }
    }

    func skipReason(_ request: any APIRequest, _ destination: StepDestination) -> String? {
        if options.provider.isEmpty {
            // A real server is a real server, be it named by the run or by the step.
            let isWrite = ![.get, .head, .options].contains(request.method)
            guard destination == .elsewhere, isWrite, !options.allowsWrites, !request.base.isLoopback else {
                return nil
            }
            return "\(request.method) is not sent to a real server without --allow-writes"
        }
        switch destination {
        case .own: return nil
        case .stubs: return server == nil ? "is answered by stubs, not by the provider" : nil
        case .provider, .elsewhere:
            if !step.ownStubs.isEmpty { return "has stubs of its own" }
            if options.allowsWrites || [.get, .head, .options].contains(request.method) { return nil }
            return "\(request.method) is not sent to a provider without --allow-writes"
        }
    }
}
