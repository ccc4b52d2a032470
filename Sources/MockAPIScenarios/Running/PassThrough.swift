import Foundation
import MockAPICore
import MockAPISockets

/// A server on this machine that hands requests on to the real servers they are for, and remembers them as they came in, byte
/// by byte as the client's library sent them.
///
/// Requests keep the order of their fields and the fields that come twice; only what belongs to one connection is left out
/// (RFC 9110, section 7.6.1). Nothing is changed in an answer, no redirect followed and no cookie kept. An answer is handed
/// back when it is there as a whole. Where no whole answer came, the client is told why by `PassThroughTransport`, which
/// knows it from here.
final class PassThrough: Sendable {
    /// The field that tells which request comes in; it is not handed on.
    static let field = "Mockapi-Passage"

    /// A request on its way.
    private struct Passage {
        /// As the client handed it over.
        var request: HTTPRequest
        /// As it came in.
        var received: ReceivedRequest?
        var failure: TransportError?
        /// The coding that was undone on the way.
        var coding: String?
    }

    /// What became of a request.
    struct Outcome: Sendable {
        var received: ReceivedRequest?
        var failure: TransportError?
        var coding: String?
    }

    private final class Passages: Responder {
        private struct State {
            var passages: [String: Passage] = [:]
            var count = 0
        }

        private let state = Locked(State())
        private let upstream: any Transport
        private let decodesSecureContent: Bool

        init(upstream: any Transport, decodesSecureContent: Bool) {
            self.upstream = upstream
            self.decodesSecureContent = decodesSecureContent
        }

        func begin(_ request: HTTPRequest) -> String {
            state.withLock { state in
                state.count += 1
                let id = "\(state.count)"
                state.passages[id] = Passage(request: request)
                return id
            }
        }

        func end(_ id: String) -> Outcome {
            let passage = state.withLock { $0.passages.removeValue(forKey: id) }
            return Outcome(received: passage?.received, failure: passage?.failure, coding: passage?.coding)
        }

        func respond(to request: ReceivedRequest) -> Answer {
            guard let id = request.value(of: PassThrough.field),
                let original = state.withLock({ state -> HTTPRequest? in
                    state.passages[id]?.received = request
                    return state.passages[id]?.request
                })
            else { return .now(PreparedResponse(HTTPResponse(400))) }
            return .offLoop { [self] in await pass(request, id, original) }
        }

        private func pass(_ received: ReceivedRequest, _ id: String, _ original: HTTPRequest) async -> Answer {
            do {
                let response = try await upstream.send(PassThrough.outgoing(received, original))
                let isDecoded = decodesSecureContent && original.url.scheme?.lowercased() == "https"
                let (answer, coding) = PassThrough.answer(response, isDecoded: isDecoded)
                state.withLock { $0.passages[id]?.coding = coding }
                return .plan(ResponsePlan(answer))
            } catch {
                if !(error is CancellationError) {
                    let failure = error as? TransportError ?? TransportError(.other, "\(error)")
                    state.withLock { $0.passages[id]?.failure = failure }
                }
                return .now(PreparedResponse(HTTPResponse(502)))
            }
        }
    }

    private let passages: Passages
    private let server: SocketServer
    /// The port that is listened on.
    let port: Int

    /// Begins to listen.
    ///
    /// `decodesSecureContent` says that the content of `https` answers comes decoded, as it does by URLSession.
    ///
    /// - Throws: `SocketError` where that cannot be.
    init(upstream: any Transport, decodesSecureContent: Bool) throws(SocketError) {
        passages = Passages(upstream: upstream, decodesSecureContent: decodesSecureContent)
        var configuration = SocketServer.Configuration()
        configuration.hosts = ["127.0.0.1"]
        configuration.limits = HTTPLimits(
            requestLineBytes: 1 << 20, headerBytes: 1 << 20, headerLines: 10_000, bodyBytes: 4 << 30)
        server = SocketServer(configuration: configuration, responder: passages)
        try server.start()
        port = server.port ?? 0
    }

    /// Stops to listen.
    func stop() async { await server.stop(deadline: .zero) }

    /// Notes a request that is about to come in; the value of the field that it must have.
    func begin(_ request: HTTPRequest) -> String { passages.begin(request) }

    /// What became of a request; asked once.
    func end(_ id: String) -> Outcome { passages.end(id) }
}

extension PassThrough {
    /// Fields that belong to one connection (RFC 9110, section 7.6.1), and those that each side frames by itself.
    private static let ownFields = [
        "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Expect",
    ]

    /// Codings that URLSession undoes, the fields staying as they came.
    private static let undoneCodings = ["gzip", "x-gzip", "deflate", "br", "zstd"]

    private static func handedOn(_ fields: HTTPFields) -> HTTPFields {
        let named = fields[values: "Connection"].flatMap { value in
            value.split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }) }
        }
        let left = ownFields + named + [field]
        var output = HTTPFields()
        for line in fields where !left.contains(where: { HTTPToken.equalsIgnoringCase($0, line.name) }) {
            output.append(line)
        }
        return output
    }

    /// The request to the real server: the target as it came in, at the place that the client meant.
    fileprivate static func outgoing(_ received: ReceivedRequest, _ original: HTTPRequest) -> HTTPRequest {
        var fields = HTTPFields()
        for line in received.headers { fields.append(line) }
        var request = original
        request.method = received.method
        request.headers = handedOn(fields)
        request.body = HTTPBody(Array(received.body))
        if let authority = original.authority, let scheme = original.url.scheme {
            request.url = URL(string: "\(scheme)://\(authority)\(received.rawTarget)") ?? original.url
        }
        return request
    }

    /// The answer to the client; the coding is that of a content which URLSession has decoded already.
    fileprivate static func answer(_ response: HTTPResponse, isDecoded: Bool) -> (HTTPResponse, coding: String?) {
        var answer = response
        answer.headers = handedOn(response.headers)
        guard isDecoded, let coding = response.headers["Content-Encoding"],
            undoneCodings.contains(coding.lowercased())
        else { return (answer, nil) }
        answer.headers["Content-Encoding"] = nil
        return (answer, coding)
    }
}
