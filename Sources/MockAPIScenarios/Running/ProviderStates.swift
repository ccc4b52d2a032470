import Foundation
import MockAPIClient
import MockAPICore

/// Brings a provider into the states that scenarios name, by a POST for each.
struct ProviderStates {
    /// What came of it.
    enum Outcome: Sendable {
        /// The provider is in the states; it gave these variables.
        case ready([String: JSONValue])
        /// Nobody was asked.
        case unknown(reason: String)
        /// The run was interrupted, so that it is not known what became of the last state; what was sent for it.
        case interrupted([Exchange])
        /// A state could not be set up; what it is called in reports.
        case failed(name: String, StepFailure, [Exchange])
    }

    let options: ScenarioRunner.Options

    /// Sets up states in order; the variables of one are there for the parameters of the next.
    func setUp(_ states: [ProviderState], _ variables: [String: JSONValue]) async -> Outcome {
        var variables = variables
        var answers: [String: JSONValue] = [:]
        for state in states {
            let name = "state \(Wording.quoted(state.name))"
            guard let url = options.stateURL else {
                return .unknown(reason: "needs the \(name) of the provider, and --state-url is not given")
            }
            let exchanges = Recorder<Exchange>()
            do {
                let answer = try await setUp(state, variables, url, exchanges)
                answers.merge(answer) { $1 }
                variables.merge(answer) { $1 }
            } catch {
                if Task.isCancelled { return .interrupted(exchanges.all) }
                let failure = StepFailure(
                    .given, at: state.location, "the \(name) could not be set up: \(error.message)")
                return .failed(name: name, failure, exchanges.all)
            }
        }
        return .ready(answers)
    }

    /// Why a state could not be set up.
    private struct Refusal: Error {
        var message: String
    }

    private func setUp(
        _ state: ProviderState, _ variables: [String: JSONValue], _ url: URL, _ exchanges: Recorder<Exchange>
    ) async throws(Refusal) -> [String: JSONValue] {
        let body: JSONValue = [
            "name": .string(state.name),
            "parameters": state.parameters?.resolved(variables) ?? .object(JSONObject()),
        ]
        let headers: HTTPFields = ["Content-Type": "application/json", "Accept": "application/json"]
        let request = HTTPRequest(
            .post, url, headers: headers.overriding(options.providerHeaders),
            body: HTTPBody(body.renderedBytes(.compact)),
            timeout: options.timeout)
        let response: HTTPResponse
        do {
            response = try await RecordingTransport(base: options.transport, timeout: nil, exchanges: exchanges)
                .send(request)
        } catch {
            throw Refusal(message: "\(error)")
        }
        guard response.status.isSuccess else { throw Refusal(message: "the answer is \(response.status.code)") }
        let bytes = response.body.bytes ?? []
        if bytes.isEmpty { return [:] }
        guard case .object(let object)? = try? JSONValue(parsing: bytes) else {
            throw Refusal(message: "the answer is neither empty nor a JSON object")
        }
        var answer: [String: JSONValue] = [:]
        for (name, value) in object where TemplateText.isVariableName(name) {
            guard VariableSize.of(value) <= VariableSize.most else {
                throw Refusal(message: VariableSize.problem(of: name))
            }
            answer[name] = value
        }
        return answer
    }
}
