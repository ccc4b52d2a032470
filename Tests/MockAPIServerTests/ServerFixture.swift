import MockAPICore
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport

/// A server that is stopped when the closure ends.
func withServer<Result>(
    _ json: String = "", configuration: MockServer.Configuration = MockServer.Configuration(),
    _ body: (MockServer) async throws -> Result
) async throws -> Result {
    let server = MockServer(stubs: json.isEmpty ? [] : try stubs(of: json), configuration: configuration)
    try server.start()
    do {
        let result = try await body(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// The stubs of a JSON text.
func stubs(of json: String) throws -> [Stub] { try StubLoader.read(json).stubsOrThrow() }

/// A request without content.
func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
}

/// A request with content.
func post(_ target: String, _ body: String, _ fields: String = "") -> String {
    "POST \(target) HTTP/1.1\r\nHost: x\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

extension MockServer {
    /// Sends a request over a connection of its own.
    func exchange(_ text: String) async throws -> RawResponse {
        try await RawConnection(port: port).exchange(text)
    }
}
