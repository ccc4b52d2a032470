import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// Which stub wins is the same in every process, however the entries of the folder were made.
@Suite struct ServeOrderTests {
    /// How many requests each start answers; `MOCKAPI_LONG` asks for a thousand.
    private static let requests = ProcessInfo.processInfo.environment["MOCKAPI_LONG"] == nil ? 50 : 1_000

    /// The stubs of field case matching-1, and others that match the same requests.
    private static let files: [(path: String, text: String)] = {
        var files = [
            ("z.json", #"{"request": "ANY /users/{id}", "response": {"body": "param"}}"#),
            ("a.json", #"{"request": "ANY /users/me", "response": {"body": "me"}}"#),
            (
                "m.json",
                #"{"request": {"urlPathPattern": "/.*"}, "priority": 9, "response": {"status": 404, "body": "catch-all"}}"#
            ),
            ("q.json", #"{"request": "ANY /users/{id}?v=2", "response": {"body": "v2"}}"#),
        ]
        for number in 0..<30 {
            let condition = ["w=\(number % 3)", "x=\(number % 5)", "w=\(number % 2)&x=1"][number % 3]
            files.append(
                (
                    "more/\(number % 4)/s\(number).json",
                    #"{"request": "ANY /{kind}/\#(number % 3)?\#(condition)", "response": {"body": "s\#(number)"}}"#
                ))
        }
        return files
    }()

    private static func targets() -> [String] {
        var random = SeededRandom(seed: 1)
        return (0..<requests).map { _ in
            let path =
                ["/users/me", "/users/1", "/shops/2", "/shops/0", "/users/x", "/other"]
                .randomElement(using: &random) ?? "/"
            let query = ["", "?v=2", "?w=1", "?w=1&x=1", "?x=4&v=2", "?w=2&x=3"].randomElement(using: &random) ?? ""
            return path + query
        }
    }

    @Test func `matching-1: twenty starts give the same winners, and those of the case are the right ones`()
        async throws
    {
        let targets = ["/users/me", "/users/7", "/users/7?v=2", "/other"] + Self.targets()
        var answers: Set<[String]> = []
        for _ in 0..<20 {
            let folder = try TemporaryFolder()
            for (path, text) in Self.files.shuffled() { try folder.write(text, to: path) }
            let server = try CommandProcess(["serve", folder.path, "--port", "0"])
            let connection = try await RawConnection(port: try await server.port())
            var bodies: [String] = []
            for target in targets {
                bodies.append(try await connection.exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n").text)
            }
            answers.insert(bodies)
            server.signal(SIGTERM)
            _ = try await server.end()
        }
        #expect(answers.count == 1)
        #expect(answers.first?.prefix(4) == ["me", "param", "v2", "catch-all"])
        #expect(Set(answers.first ?? []).count > 5)
    }
}
