public import MockAPIServer

extension MockAPI {
    /// The settings of a fixture.
    public struct Configuration: Sendable {
        /// The stubs; of several sources, the later ones win at the same priority.
        public var sources: [StubSource]
        /// What is done about a request that no stub matches.
        public var unmatched: UnmatchedPolicy
        /// What is done about a stub that answered no request.
        public var unused: UnusedPolicy
        /// The settings of the server.
        public var server: MockServer.Configuration

        /// Makes settings.
        public init(
            _ sources: StubSource..., unmatched: UnmatchedPolicy = .fail, unused: UnusedPolicy = .ignore,
            server: MockServer.Configuration = MockServer.Configuration()
        ) {
            self.sources = sources
            self.unmatched = unmatched
            self.unused = unused
            self.server = server
        }
    }
}
