import Foundation
import MockAPIClient
import MockAPITestSupport
import Testing

@Suite struct `Calls that are cancelled at any moment` {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"id\":1,\"name\":"

    private func storm(_ transport: any Transport, calls: Int) async throws -> [String: Int] {
        let answers: [ScriptedPeer.Step] = (0..<200).flatMap { _ in
            [ScriptedPeer.Step.readRequest, .pause(.milliseconds(Int.random(in: 0...3))), .write(Self.answer)]
        }
        let peer = try ScriptedPeer(answers)
        defer { peer.stop() }
        let url = try #require(URL(string: peer.baseURL + "/"))
        return await withTaskGroup(of: String.self) { group in
            for _ in 0..<calls {
                group.addTask {
                    let call = Task { try await transport.send(HTTPRequest(.get, url, timeout: .seconds(60))) }
                    try? await Task.sleep(for: .microseconds(Int.random(in: 0...8000)))
                    call.cancel()
                    switch await call.result {
                    case .success: return "response"
                    case .failure(is CancellationError): return "cancelled"
                    case .failure(let error): return "\(error)"
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `end once each, with a response or as cancelled`(kind: TransportKind) async throws {
        // The whole takes long: MOCKAPI_LONG=1 swift test --filter 'cancelled at any moment'
        let isLong = ProcessInfo.processInfo.environment["MOCKAPI_LONG"] != nil
        let calls = isLong ? 2000 : 400
        for _ in 0..<(isLong ? 20 : 1) {
            let ends = try await storm(kind.transport, calls: calls)
            #expect(ends.values.reduce(0, +) == calls)
            #expect(Set(ends.keys).isSubset(of: ["response", "cancelled"]), "\(ends)")
        }
        // The transport is as good as new afterwards.
        let peer = try ScriptedPeer([.readRequest, .write(Self.answer)])
        defer { peer.stop() }
        let url = try #require(URL(string: peer.baseURL + "/"))
        #expect(try await kind.transport.send(HTTPRequest(.get, url, timeout: .seconds(60))).status == 200)
    }
}
