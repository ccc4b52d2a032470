import Foundation
import MockAPIClient
import MockAPICore
import MockAPIServer
import MockAPISockets
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIScenarios

/// Steps that go to a real server by way of the pass-through.
@Suite struct PassThroughTests {
    /// What a call ended with: a status, or the reason of a network error.
    private func run(
        _ peer: ScriptedPeer, _ transport: RunTransport, send: String, expect: String
    ) async throws -> StepReport {
        let folder = try ScenarioFolder(scenario: #"{"steps":[{"send":\#(send),"expect":\#(expect)}]}"#)
        var options = ScenarioRunner.Options(
            transport: transport.make(), provider: Provider(baseURL: peer.baseURL), timeout: .seconds(30))
        options.allowsWrites = true
        let report = try await folder.run(options: options)
        return report.scenarios[0].steps[0]
    }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test(arguments: RunTransport.allCases)
    func `fields come through in their order, and twice where they come twice`(transport: RunTransport) async throws {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        defer { peer.stop() }
        let step = try await run(
            peer, transport,
            send: #"{"http":"POST /a%2Fb?x=1&x=2","headers":{"X-A":["1","2"],"X-B":"3"},"body":"text"}"#,
            expect: #"{"status":200,"body":"ok","sent":{"method":"POST","path":"/a%2Fb","query":{"x":["1","2"]},"#
                + #""headers":{"X-A":["1","2"],"X-B":"3"},"body":"text","times":1}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
        let received = peer.received()
        #expect(received.hasPrefix("POST /a%2Fb?x=1&x=2 HTTP/1.1\r\n"))
        #expect(received.contains("Host: 127.0.0.1:\(peer.port)\r\n"))
        #expect(received.hasSuffix("\r\n\r\ntext"))
        #expect(!received.lowercased().contains("mockapi-passage"))
        if transport == .socket { #expect(received.contains("X-A: 1\r\nX-A: 2\r\nX-B: 3\r\n")) }
    }

    @Test func `what the client's library adds is sent and seen`() async throws {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        defer { peer.stop() }
        let step = try await run(
            peer, .urlsession, send: #"{"http":"GET /"}"#,
            expect: #"{"sent":{"headers":{"User-Agent":{"$type":"string"},"Accept":"*/*"}}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
        #expect(peer.received().contains("User-Agent: "))
    }

    @Test(arguments: RunTransport.allCases)
    func `a redirect is handed back as it came`(transport: RunTransport) async throws {
        let peer = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 302 Away\r\nLocation: /b\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n"),
        ])
        defer { peer.stop() }
        let step = try await run(
            peer, transport, send: #"{"http":"GET /a"}"#,
            expect: #"{"status":302,"headers":{"Location":"/b","Set-Cookie":"a=1"},"sent":{"times":1}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
        #expect(peer.connectionCount == 1)
    }

    @Test(arguments: RunTransport.allCases)
    func `content that is coded is decoded once, by the client`(transport: RunTransport) async throws {
        let gzip = [UInt8](try #require(Data(base64Encoded: "H4sIAAAAAAAC/6tWykxRsjKsBQDF+F1ECAAAAA==")))
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n"
        let peer = try ScriptedPeer([.readRequest, .write(head), .writeBytes(gzip)])
        defer { peer.stop() }
        let step = try await run(
            peer, transport, send: #"{"http":"GET /a"}"#,
            expect: #"{"headers":{"Content-Encoding":"gzip"},"json":{"id":1}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
    }

    @Test(arguments: RunTransport.allCases)
    func `the length that a HEAD is answered with comes through`(transport: RunTransport) async throws {
        let peer = try ScriptedPeer([.readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 4711\r\n\r\n")])
        defer { peer.stop() }
        let step = try await run(
            peer, transport, send: #"{"http":"HEAD /a"}"#,
            expect: #"{"status":200,"headers":{"Content-Length":"4711"},"body":"","sent":{"method":"HEAD"}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
    }

    /// How a server fails, and what the client is told.
    private static let failures: [(steps: [ScriptedPeer.Step], reason: String)] = [
        ([.readRequest, .close], "reset"),
        ([.readRequest, .reset], "reset"),
        // URLSession alone would end the process at this.
        ([.readRequest, .write("HTTP/1.1 200 OK\r\nContent-Le"), .close], "truncated"),
        ([.readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close], "truncated"),
        ([.readRequest, .write("nonsense\r\n\r\n"), .close], "malformed"),
        ([.readRequest, .write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"), .close], "malformed"),
        ([.readRequest, .waitForClose], "timedOut"),
    ]

    @Test(arguments: RunTransport.allCases, failures.indices)
    func `a server that fails is told of as if nothing stood between`(transport: RunTransport, index: Int) async throws
    {
        let failure = Self.failures[index]
        let peer = try ScriptedPeer(failure.steps)
        defer { peer.stop() }
        let step = try await run(
            peer, transport, send: #"{"http":"POST /a","timeout":\#(failure.reason == "timedOut" ? "0.2" : "20")}"#,
            expect: #"{"error":{"kind":"network","reason":"\#(failure.reason)"},"sent":{"times":1}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
        #expect(!step.providerWasUnreachable)
    }

    @Test(arguments: RunTransport.allCases)
    func `a server that cannot be reached got nothing`(transport: RunTransport) async throws {
        let folder = try ScenarioFolder(
            scenario: #"{"steps":[{"send":{"request":"shop.owner"},"expect":{"model":{},"sent":{"times":1}}}]}"#)
        let options = ScenarioRunner.Options(
            transport: transport.make(), provider: Provider(baseURL: "http://127.0.0.1:1"))
        let report = try await folder.run(options: options)
        #expect(report.providerWasUnreachable)
        #expect(report.scenarios[0].steps[0].failures.map(\.kind) == [.error, .sent])
        #expect(report.scenarios[0].steps[0].failures[0].found?["reason"] == "refused")
    }

    @Test func `a slow answer is no silence`() async throws {
        let peer = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"),
            .drip("abcdef", every: .milliseconds(150)),
        ])
        defer { peer.stop() }
        let step = try await run(
            peer, .socket, send: #"{"http":"GET /a","timeout":0.6}"#,
            expect: #"{"body":"abcdef","elapsed":{"atLeast":0.7}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
    }

    @Test func `a call that is cancelled lets go of the server`() async throws {
        let peer = try ScriptedPeer([.readRequest, .waitForClose])
        defer { peer.stop() }
        let step = try await run(
            peer, .socket, send: #"{"http":"GET /a","cancelAfter":0.1}"#, expect: #"{"error":{"kind":"cancelled"}}"#)
        #expect(step.failures.isEmpty, "\(step.failures)")
        try await peer.waitUntilClosed()
    }

    @Test func `a write to a server that no service names is skipped unless it is allowed or on this machine`()
        async throws
    {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        defer { peer.stop() }
        let folder = try ScenarioFolder(
            scenario: #"""
                {"steps":[
                 {"send":{"http":"POST http://real.invalid/"},"expect":{"status":200}},
                 {"send":{"http":"GET http://real.invalid/"},"expect":{"error":{"kind":"network","reason":"dns"}}},
                 {"send":{"http":"POST http://127.0.0.1:\#(peer.port)/"},"expect":{"status":200}}]}
                """#)
        let report = try await folder.run()
        let steps = report.scenarios[0].steps
        #expect(steps.map(\.status) == [.skipped, .passed, .passed], "\(steps.flatMap(\.failures))")
        #expect(steps[0].skipReason == "POST is not sent to a real server without --allow-writes")
        var options = ScenarioRunner.Options()
        options.allowsWrites = true
        let allowed = try await folder.run(options: options).scenarios[0].steps
        #expect(allowed[0].status == .failed)
        #expect(allowed[0].failures.first?.found?["reason"] == "dns")
    }

    @Test(arguments: [
        ("http://localhost/x", true), ("http://api.localhost:80", true), ("https://127.1.2.3/", true),
        ("http://[::1]:8080/", true), ("http://127.0.0.1.example.com/", false), ("http://128.0.0.1/", false),
        ("http://localhost.example.com/", false), ("https://example.com/", false),
    ])
    func `an address of this machine is known as one`(url: String, isLoopback: Bool) {
        #expect(BaseURL.url(url).isLoopback == isLoopback)
    }
}
