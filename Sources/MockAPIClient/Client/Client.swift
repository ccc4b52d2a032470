/// Sends typed requests and parses their responses.
///
/// The order of a call: the request is built, passes the plugins, is answered by cache, sample, stub transport or
/// transport, redirects are followed, the status is checked, the body is parsed.
public final class Client: Sendable {
    private let settings: Locked<ClientConfiguration>
    /// Held by whoever changes the settings.
    private let change = Locked(())
    private let callCount = Locked<UInt64>(0)

    /// Makes a client.
    public init(_ configuration: ClientConfiguration = ClientConfiguration()) { settings = Locked(configuration) }

    /// The settings; calls on their way keep those they began with.
    public var configuration: ClientConfiguration {
        get { settings.withLock { $0 } }
        set { configure { $0 = newValue } }
    }

    /// Changes the settings, no other change coming between reading and writing them.
    ///
    /// Within `body`, `configuration` has the settings as they were; it must not change them by other ways.
    public func configure(_ body: (inout ClientConfiguration) -> Void) {
        change.withLock { _ in
            var configuration = configuration
            body(&configuration)
            settings.withLock { $0 = configuration }
        }
    }

    func nextCallID() -> UInt64 {
        callCount.withLock {
            $0 &+= 1
            return $0
        }
    }
}
