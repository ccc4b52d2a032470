import Foundation
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct ServeScaleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder([
            "one/who.json": #"{"request": "GET /who", "response": {"body": "one"}}"#,
            "two/who.json": #"{"request": "GET /who", "response": {"body": "two"}}"#,
        ])
    }

    private let request = "GET /who HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `two processes with --reuse-port share one port`() async throws {
        let one = try CommandProcess(["serve", folder.path(of: "one"), "--port", "0", "--reuse-port"])
        let port = try await one.port()
        let two = try CommandProcess(["serve", folder.path(of: "two"), "--port", "\(port)", "--reuse-port"])
        #expect(try await two.port() == port)
        var answers: [String: Int] = [:]
        for _ in 0..<128 { answers[try await RawConnection(port: port).exchange(request).text, default: 0] += 1 }
        #expect(answers.values.reduce(0, +) == 128)
        #if os(Linux)
        // The kernel deals connections out by their addresses: that one side gets none of 128 does not happen.
        #expect(Set(answers.keys) == ["one", "two"], "\(answers)")
        #endif
        one.signal(SIGTERM)
        #expect(try await one.end().status == 0)
        #expect(try await RawConnection(port: port).exchange(request).text == "two")
        two.signal(SIGTERM)
        #expect(try await two.end().status == 0)
    }

    @Test func `a port is shared only if all say so`() async throws {
        let one = try CommandProcess(["serve", folder.path(of: "one"), "--port", "0"])
        let port = try await one.port()
        let arguments = ["serve", folder.path(of: "two"), "--port", "\(port)"]
        #expect(try await CommandProcess.run(arguments + ["--reuse-port"]).status == 4)
        #expect(try await CommandProcess.run(arguments).status == 4)
        one.signal(SIGTERM)
        #expect(try await one.end().status == 0)
    }

    @Test func `limits of the command line hold`() async throws {
        let limits = ["--limit", "body=1KiB", "--limit", "request-line=100", "--limit=header-timeout=0.3"]
        let command = try CommandProcess(["serve", folder.path(of: "one"), "--port", "0"] + limits)
        let port = try await command.port()
        func status(_ text: String) async throws -> Int {
            try await RawConnection(port: port).exchange(text).status
        }
        #expect(try await status("POST /who HTTP/1.1\r\nHost: x\r\nContent-Length: 1025\r\n\r\n") == 413)
        let most = String(repeating: "a", count: 1024)
        #expect(try await status("POST /who HTTP/1.1\r\nHost: x\r\nContent-Length: 1024\r\n\r\n\(most)") == 404)
        #expect(try await status("GET /\(most.prefix(100)) HTTP/1.1\r\nHost: x\r\n\r\n") == 414)
        let slow = try await RawConnection(port: port)
        let start = ContinuousClock.now
        try await slow.send("GET /who HTTP/1.1\r\n")
        #expect(try await slow.readResponse().status == 408)
        #expect(ContinuousClock.now - start >= .milliseconds(300))
        #expect(ContinuousClock.now - start < .seconds(30))
        command.signal(SIGTERM)
        #expect(try await command.end().status == 0)
    }

    #if os(Linux)
    @Test func `as many loops run as are asked for, when there are connections for them`() async throws {
        func threads(loops: Int) async throws -> Int {
            let command = try CommandProcess(["serve", folder.path(of: "one"), "--port", "0", "--loops", "\(loops)"])
            let port = try await command.port()
            var connections: [RawConnection] = []
            for _ in 0..<12 {
                connections.append(try await RawConnection(port: port))
                #expect(try await connections[connections.count - 1].exchange(request).status == 200)
            }
            let count = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(command.identifier)/task").count
            command.signal(SIGTERM)
            #expect(try await command.end().status == 0)
            return count
        }
        // Threads that are no loops come and go, but only a few.
        let (few, many) = (try await threads(loops: 1), try await threads(loops: 12))
        #expect(7...15 ~= many - few, "\(few), \(many)")
    }
    #endif
}
