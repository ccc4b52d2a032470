/// What a fixture does about a stub that answered no request.
public enum UnusedPolicy: Sendable, Hashable {
    /// Nothing, so that tests can share a folder of stubs.
    case ignore
    /// The test fails, with the name and place of the stub in the message.
    case fail
}
