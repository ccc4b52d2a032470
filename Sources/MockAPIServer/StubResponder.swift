import MockAPICore
import MockAPIMatching
import MockAPISockets
import MockAPIStubs

/// Answers a request from the stubs and writes it into the journal, on the loop's thread.
final class StubResponder: Responder {
    /// Misses against more stubs, or with a longer body, are explained off the loop, so that others need not wait.
    private static let maximumStubsOnLoop = 20
    private static let maximumBodyOnLoop = 16 * 1024

    private let engine: StubEngine
    private let recorder: JournalRecorder

    init(engine: StubEngine, recorder: JournalRecorder) {
        self.engine = engine
        self.recorder = recorder
    }

    func respond(to request: ReceivedRequest) -> Answer {
        switch engine.attempt(request) {
        case .prepared(let stub, let response):
            recorder.record(request, stub: stub, status: HTTPStatus(response.status))
            return .now(response)
        case .plan(let stub, let plan):
            recorder.record(
                request, stub: stub, status: plan.fault == nil ? plan.response.status : nil,
                rarities: plan.fault.map { JournalRing.Rarities(fault: $0) })
            return .plan(plan)
        case .miss(let miss):
            if miss.stubCount <= Self.maximumStubsOnLoop, request.body.count <= Self.maximumBodyOnLoop,
                let report = miss.reportInHaste()
            {
                return answer(request, report, MissResponse.response(to: request, report), session: nil)
            }
            let session = recorder.announce()
            return .offLoop { [self] in
                let (report, response) = await BlockingQueue.explanations.run {
                    let report = miss.report()
                    return (report, MissResponse.response(to: request, report))
                }
                return answer(request, report, response, session: session)
            }
        case .undecided(let undecided):
            let session = recorder.announce()
            return .offLoop { [self] in
                let (outcome, diagnostics) = await BlockingQueue.regexes.run { undecided.decide() }
                switch outcome {
                case .hit(let stub, let plan):
                    recorder.record(
                        request, session: session, stub: stub, status: plan.fault == nil ? plan.response.status : nil,
                        rarities: JournalRing.Rarities(fault: plan.fault, diagnostics: diagnostics))
                    return .plan(plan)
                case .miss(let report):
                    return answer(request, report, MissResponse.response(to: request, report), session: session)
                }
            }
        }
    }

    /// The 404 for a request that met no stub in a session, `nil` being the one of now.
    private func answer(
        _ request: ReceivedRequest, _ report: MatchReport, _ response: HTTPResponse, session: Int?
    ) -> Answer {
        recorder.record(
            request, session: session, status: response.status, rarities: JournalRing.Rarities(report: report))
        return .plan(ResponsePlan(response))
    }

    func didRefuse(_ error: RequestError, peerAddress: String?) {
        recorder.recordRefusal(status: HTTPStatus(error.status), message: error.message, peerAddress: peerAddress)
    }

    func didNotFinish(exchange: UInt64, because reason: UnfinishedReason) {
        recorder.markUnfinished(exchange: exchange, because: reason)
    }
}
