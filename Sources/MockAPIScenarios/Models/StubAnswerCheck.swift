import MockAPIClient
import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Gives a call the answer of a stub, to see whether its model can be made of it.
struct StubAnswerCheck {
    /// How it ended.
    enum Outcome {
        case decoded
        case fault(ModelFault)
    }

    private let stub: Stub
    private let call: CatalogCall
    private let services: ServiceDirectory

    /// Makes a check of the stub's answer; `services` are those that requests name.
    init(_ stub: Stub, call: CatalogCall, services: ServiceDirectory) {
        self.stub = stub
        self.call = call
        self.services = services
    }

    /// Decodes the answer; `nil` where the app does not decode it, as for a status that is an error without a model.
    func run() async -> Outcome? {
        var plan = stub.plan()
        plan.delay = .zero
        plan.bytesPerSecond = nil
        let answer = StubTransport(stubs: [Stub(request: RequestPattern(), response: plan)])
        // Where the request goes does not matter, and nothing else is to answer it: no sample, no cache, no redirect.
        let client = Client(ClientConfiguration(transport: answer, services: services, maximumRedirects: 0))
        do {
            _ = try await call.send(client, .model, ProgressWatch(isWanted: false))
            return .decoded
        } catch let error as APIError {
            return outcome(error)
        } catch {
            return nil
        }
    }

    private func outcome(_ error: APIError) -> Outcome? {
        switch error.kind {
        case .emptyBody: return .fault(.empty(status: error.response?.status ?? 200))
        case .notJSON(let why): return .fault(.notJSON(why))
        case .modelMismatch(let mismatch): return .fault(.mismatch(mismatch))
        case .statusCode(let status): return errorOutcome(error, status)
        case .invalidRequest, .network, .cancelled: return nil
        }
    }

    /// The body of an error is compared with its model where it is JSON; a page of a proxy in between never fits.
    private func errorOutcome(_ error: APIError, _ status: HTTPStatus) -> Outcome? {
        guard let type = call.request.errorModel, let request = error.request, let response = error.response,
            (try? JSONValue(parsing: response.body.bytes ?? [])) != nil
        else { return nil }
        if error.model != nil { return .decoded }
        let context = ResponseData.Context(
            request: request, response: response, decoder: call.request.decoder ?? JSONModelDecoder())
        do {
            _ = try ResponseData(context: context).decode(type)
            return .decoded
        } catch let error as APIError {
            guard case .modelMismatch(let mismatch) = error.kind else { return nil }
            return .fault(.errorMismatch(mismatch, status: status))
        } catch {
            return nil
        }
    }
}
