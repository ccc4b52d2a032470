import Foundation
public import MockAPIClient
import MockAPICore
import MockAPISockets

extension MockAPI {
    /// A client whose services are all this server.
    ///
    /// Requests keep the paths of their services and their real `Host`, so that stubs may tell services apart by it.
    ///
    /// - Parameters:
    ///   - services: The services that requests name.
    ///   - configuration: Settings; those services they have already are replaced as well. By default the client speaks
    ///     through `SocketTransport` and gives up after 10 seconds of silence.
    public func client(
        services: [Service] = [],
        _ configuration: ClientConfiguration = ClientConfiguration(
            transport: SocketTransport(), timeout: .seconds(10))
    ) -> Client {
        var configuration = configuration
        for service in services { configuration.services.register(service) }
        configuration.services.replaceAll(with: baseURL.absoluteString)
        return Client(configuration)
    }
}
