import MockAPICore
import MockAPISockets
import MockAPIStubs

/// Answers a request from the stubs and writes it into the journal, on the loop's thread.
struct StubResponder: Responder {
    let engine: StubEngine
    let recorder: JournalRecorder

    func respond(to request: ReceivedRequest) -> Answer {
        switch engine.answer(request) {
        case .prepared(let stub, let response):
            recorder.record(request, stub: stub.reference, status: HTTPStatus(response.status))
            return .now(response)
        case .plan(let stub, let plan):
            recorder.record(
                request, stub: stub.reference, status: plan.fault == nil ? plan.response.status : nil,
                fault: plan.fault)
            return .plan(plan)
        case .miss(let report):
            let response = MissResponse.response(to: request, report)
            recorder.record(request, report: report, status: response.status)
            return .plan(ResponsePlan(response))
        }
    }

    func didRefuse(_ error: RequestError, peerAddress: String?) {
        recorder.recordRefusal(status: HTTPStatus(error.status), message: error.message, peerAddress: peerAddress)
    }

    func didNotFinish(exchange: UInt64, because reason: UnfinishedReason) {
        recorder.markUnfinished(exchange: exchange, because: reason)
    }
}
