import Foundation
import MockAPIClient
import MockAPIServer
import MockAPIStubs

extension TransportKind {
    /// Runs a body with a client of this transport and a server that stands for the real places of services.
    func withServedClient(
        stubs: String, services: [Service], _ body: (Client, MockServer) async throws -> Void
    ) async throws {
        let server = MockServer(stubs: try StubLoader.read(stubs).stubsOrThrow())
        try server.start()
        var directory = ServiceDirectory(services)
        directory.replaceAll(with: server.baseURL.absoluteString)
        let client = Client(ClientConfiguration(transport: transport, services: directory, timeout: .seconds(60)))
        do { try await body(client, server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}
