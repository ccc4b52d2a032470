extension MockAPI {
    @TaskLocal static var scoped: MockAPI?

    /// The mock server of the running test.
    ///
    /// It is seen in the test's own task and the tasks made from it, but not in detached tasks, dispatch queues and
    /// delegate calls: read it before, and hand it on.
    ///
    /// - Throws: `MissingMockAPI` where there is none.
    public static var current: MockAPI {
        get throws(MissingMockAPI) {
            guard let scoped else { throw MissingMockAPI() }
            return scoped
        }
    }
}

/// There is no mock server where a test asks for one.
public struct MissingMockAPI: Error, Sendable, CustomStringConvertible {
    /// The text shown to people, which shows the trait that is missing.
    public var description: String {
        """
        there is no mock server here: give the test or its suite the trait \
        @Test(.mockAPI(stubs: "Stubs", in: .module)), or put the code into withMockAPI { api in … }; \
        detached tasks and dispatch queues do not see the server of the test that starts them
        """
    }
}
