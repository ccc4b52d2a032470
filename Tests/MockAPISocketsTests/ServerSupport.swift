import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
@testable import MockAPISockets
#endif

/// Answers by a closure and remembers what came.
struct RecordingResponder: Responder {
    struct Log {
        var requests: [ReceivedRequest] = []
        var refused: [RequestError] = []
        var unfinished: [UInt64: UnfinishedReason] = [:]

        var targets: [String] { requests.map(\.rawTarget) }
    }

    let log = Locked(Log())
    let answer: @Sendable (ReceivedRequest) -> Answer

    init(_ answer: @escaping @Sendable (ReceivedRequest) -> Answer) { self.answer = answer }

    func respond(to request: ReceivedRequest) -> Answer {
        log.withLock { $0.requests.append(request) }
        return answer(request)
    }

    func didRefuse(_ error: RequestError, peerAddress: String?) { log.withLock { $0.refused.append(error) } }

    func didNotFinish(exchange: UInt64, because reason: UnfinishedReason) {
        log.withLock { $0.unfinished[exchange] = reason }
    }
}

/// A server with its responder, for one test.
struct TestServer {
    let server: SocketServer
    let responder: RecordingResponder
    let port: Int

    var log: RecordingResponder.Log { responder.log.withLock { $0 } }

    func connect(host: String = "127.0.0.1", receiveBuffer: Int? = nil) async throws -> RawConnection {
        try await RawConnection(port: port, host: host, receiveBuffer: receiveBuffer)
    }

    /// Sends bytes on a new connection and reads to its end.
    func send(_ text: String) async throws -> (text: String, end: RawConnection.End) {
        let connection = try await connect()
        try await connection.send(text)
        let (bytes, end) = try await connection.readToEnd()
        return (String(decoding: bytes, as: UTF8.self), end)
    }

    /// Sends one request on a new connection.
    func exchange(_ text: String) async throws -> RawResponse { try await connect().exchange(text) }
}

/// Starts a server, and stops it when the body is done.
func withServer<Result>(
    _ change: (inout SocketServer.Configuration) -> Void = { _ in },
    answering answer: @escaping @Sendable (ReceivedRequest) -> Answer = { _ in text("ok") },
    _ body: (TestServer) async throws -> Result
) async throws -> Result {
    var configuration = SocketServer.Configuration()
    change(&configuration)
    let responder = RecordingResponder(answer)
    let server = SocketServer(configuration: configuration, responder: responder)
    try server.start()
    let test = TestServer(server: server, responder: responder, port: try #require(server.port))
    do {
        let result = try await body(test)
        await server.stop(deadline: .zero)
        return result
    } catch {
        await server.stop(deadline: .zero)
        throw error
    }
}

/// Starts a server with the answers of a closure, and stops it when the body is done.
func withAnswers<Result>(
    _ answer: @escaping @Sendable (ReceivedRequest) -> Answer, use body: (TestServer) async throws -> Result
) async throws -> Result {
    try await withServer(answering: answer, body)
}

/// An answer of a text.
func text(_ text: String, _ status: HTTPStatus = 200) -> Answer {
    .now(PreparedResponse(HTTPResponse(status, headers: ["Content-Type": "text/plain"], body: HTTPBody(text))))
}

/// An answer of a text after a while.
func late(_ delay: Duration, _ text: String = "late") -> Answer {
    .plan(ResponsePlan(HTTPResponse(200, body: HTTPBody(text)), delay: delay))
}

/// The simplest request for a path.
func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }

/// Waits until something holds.
func eventually(
    within limit: Duration = .seconds(60), _ what: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while !holds() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what ?? "it did not come to hold in time", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Has the loops and the clocks of the process open their descriptors, so that those of connections can be counted.
func openWhatStaysOpen() async throws {
    for _ in 0..<EventLoopGroup.shared.count { _ = try EventLoopGroup.shared.next() }
    try await Task.sleep(for: .milliseconds(1))
}

/// The number after the highest descriptor that this process has open, the one for looking being among them.
func descriptorTableEnd() -> Int32 {
    #if canImport(Darwin)
    let folder = "/dev/fd"
    #else
    let folder = "/proc/self/fd"
    #endif
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return (names.compactMap { Int32($0) }.max() ?? 0) + 1
}

/// The number of sockets that this process has open; the runtime opens other descriptors as it likes.
func openSockets() -> Int {
    (0..<4096).count { descriptor in
        var status = stat()
        return fstat(Int32(descriptor), &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
