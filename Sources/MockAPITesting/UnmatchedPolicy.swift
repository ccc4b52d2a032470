/// What a fixture does about a request that no stub matches.
public enum UnmatchedPolicy: Sendable, Hashable {
    /// The test fails, with the nearest stubs in the message.
    case fail
    /// Nothing: the client gets the server's 404.
    case ignore
}
