/// What a plugin knows of the call besides its request.
public struct CallContext: Sendable {
    /// A number that no other call of this client has.
    public let id: UInt64
    /// The typed request; `nil` for a call that was made with an `HTTPRequest`.
    public let source: (any APIRequest)?
    /// The service that the request names.
    public let service: String?
    /// Whether, and how, the client is stubbed.
    public let stubMode: StubMode

    /// Makes a context, for tests of plugins.
    public init(
        id: UInt64, source: (any APIRequest)? = nil, service: String? = nil, stubMode: StubMode = .never
    ) {
        self.id = id
        self.source = source
        self.service = service
        self.stubMode = stubMode
    }

    /// The type of the request, for people.
    public var name: String { source.map { String(describing: type(of: $0)) } ?? "HTTPRequest" }
}
