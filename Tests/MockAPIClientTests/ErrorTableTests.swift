import Foundation
import MockAPIClient
import MockAPITestSupport
import Testing

/// What goes wrong, in the words of the table in README.md, and how a peer brings it about.
private enum Cause: String, CaseIterable {
    case refused = "nobody listens at the port"
    case unknownHost = "the host is not known"
    case silence = "the server is silent for longer than `timeout`"
    case resetBefore = "the connection is reset before the header section"
    case resetAfter = "the connection is reset after the header section"
    case emptyReply = "the connection is closed without an answer"
    case garbage = "what comes is no HTTP"
    case shortBody = "the body is shorter than its `Content-Length`"
    case cutChunks = "a chunked body ends before its last chunk"
    case badChunk = "a chunk has no size"
    case badGzip = "the body is no `gzip`, though `Content-Encoding` says so"
    case unauthorized = "401, whatever its challenge"
    case notFound = "404"
    case serverError = "500 with JSON"
    case html = "200 with HTML"
    case emptyBody = "200 without a body"
    case noContent = "204"
    case wrongType = "a value has another type than the model's"
    case missingKey = "a key of the model is missing"
    case redirectLoop = "redirects go round in a circle"
    case cancelled = "the call is cancelled"

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    private static func answer(_ body: String, _ status: String = "200 OK", _ fields: String = "") -> ScriptedPeer.Step
    {
        .write("HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// What the server does after a request.
    var steps: [ScriptedPeer.Step] {
        switch self {
        case .refused, .unknownHost: []
        case .silence, .cancelled: [.waitForClose]
        case .resetBefore: [.reset]
        case .resetAfter:
            [.write(Self.head + "Content-Length: 50\r\n\r\n{\"id\":1}"), .pause(.milliseconds(100)), .reset]
        case .emptyReply: [.close]
        case .garbage: [.write("@@ no http here @@\r\n\r\n"), .close]
        case .shortBody: [.write(Self.head + "Content-Length: 50\r\n\r\n{\"id\":1,\"name\":\"Ann\"}"), .close]
        case .cutChunks: [.write(Self.head + "Transfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n"), .close]
        case .badChunk: [.write(Self.head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"), .close]
        case .badGzip: [Self.answer("\u{1F}no gzip at all", "200 OK", "Content-Encoding: gzip\r\n"), .close]
        case .unauthorized:
            [Self.answer("no", "401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n"), .close]
        case .notFound: [Self.answer("", "404 Not Found"), .close]
        case .serverError: [Self.answer(#"{"code":7}"#, "500 Internal Server Error"), .close]
        case .html: [Self.answer("<html></html>", "200 OK", "Content-Type: text/html\r\n"), .close]
        case .emptyBody: [Self.answer(""), .close]
        case .noContent: [.write("HTTP/1.1 204 No Content\r\n\r\n"), .close]
        case .wrongType: [Self.answer(#"{"id":"1","name":"Ann"}"#), .close]
        case .missingKey: [Self.answer(#"{"id":1}"#), .close]
        case .redirectLoop:
            Array(repeating: [Self.answer("", "302 Found", "Location: /\r\n"), .readRequest], count: 30).flatMap { $0 }
        }
    }
}

@Suite struct `The table of errors` {
    private struct Code: Codable, Sendable, Equatable { var code: Int }

    private struct GetUser: APIRequest {
        typealias Response = User
        var base: BaseURL
        var timeout: Duration? = .seconds(60)
        var errorModel: (any (Decodable & Sendable).Type)? { Code.self }
    }

    /// The error of a cause as the table has it.
    private func error(_ cause: Cause, _ kind: TransportKind) async throws -> String {
        let client = Client(ClientConfiguration(transport: kind.transport))
        switch cause {
        case .refused:
            return try await ScriptedPeer.withRefusingPort { port in
                await text(client, GetUser(base: .url("http://127.0.0.1:\(port)")))
            }
        case .unknownHost: return await text(client, GetUser(base: "http://no-such-host.invalid"))
        default: break
        }
        let peer = try ScriptedPeer([.readRequest] + cause.steps)
        defer { peer.stop() }
        var request = GetUser(base: .url(peer.baseURL))
        if cause == .silence { request.timeout = .seconds(1) }
        if cause == .cancelled {
            let made = request
            let call = Task { await text(client, made) }
            try await peer.waitForBytes(1)
            call.cancel()
            return await call.value
        }
        return await text(client, request)
    }

    private func text(_ client: Client, _ request: GetUser) async -> String {
        do {
            return "\(try await client.send(request))"
        } catch is CancellationError {
            return "`CancellationError`; `cancelled` in the callback form"
        } catch let error as APIError {
            switch error.kind {
            case .network(let reason): return "`network(\(reason.rawValue))`"
            case .statusCode(let status):
                return "`statusCode(\(status.code))`" + (error.model as? Code == Code(code: 7) ? ", with `model`" : "")
            case .modelMismatch(let mismatch): return "`modelMismatch`, such as `\(mismatch)`"
            default: return "`\(error.kind.name)`"
            }
        } catch { return "\(error)" }
    }

    private func table() throws -> [String: String] {
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("README.md")
        let lines = try String(contentsOf: readme, encoding: .utf8).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "| cause | error |"))
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.reduce(into: [:]) { table, line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            table[cells[0]] = cells[1]
        }
    }

    @Test func `names every cause once`() throws {
        #expect(Set(try table().keys) == Set(Cause.allCases.map(\.rawValue)))
    }

    @Test(arguments: Cause.allCases)
    private func `says what comes of a cause, the same through every transport`(cause: Cause) async throws {
        let documented = try #require(try table()[cause.rawValue])
        for kind in TransportKind.allCases {
            let found = try await error(cause, kind)
            #expect(found == documented, "\(kind)")
        }
    }
}
