import Foundation
import MockAPICore

#if !MOCKAPI_KQUEUE_SHIM
import MockAPISockets
#endif

/// A server that answers with the content of the request, after a delay if the query names one in milliseconds.
final class EchoServer: Sendable {
    private struct Echo: Responder {
        func respond(to request: ReceivedRequest) -> Answer {
            let framing = request.value(of: "Content-Length") ?? request.value(of: "Transfer-Encoding") ?? "none"
            let response = HTTPResponse(
                200, headers: ["X-Framing": framing, "X-Target": request.rawTarget], body: HTTPBody(request.body))
            if let delay = request.queryPairs.first(where: { $0.name == "delay" }).flatMap({ Int($0.value) }) {
                return .plan(ResponsePlan(response, delay: .milliseconds(delay)))
            }
            return .now(PreparedResponse(response))
        }
    }

    private let server = SocketServer(responder: Echo())
    private let port: Int

    init() throws {
        try server.start()
        port = server.port ?? 0
    }

    func url(_ path: String) -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { preconditionFailure("no URL: \(path)") }
        return url
    }

    func stop() async { await server.stop() }
}
