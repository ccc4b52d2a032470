import MockAPIServer
import MockAPIStubs

/// The life of one mock server from its start to its reports: the one core of all faces of the fixture.
struct FixtureRun: Sendable {
    /// Tells the test framework of a failure.
    typealias Report = @Sendable (FixtureFailure) -> Void

    /// When failures are told.
    enum Pace: Sendable {
        /// As they happen, from a task made here, which belongs to the running test as its maker does.
        case atOnce
        /// When the scope ends, from the task that ends it.
        case atEnd
    }

    /// The server's handle.
    let api: MockAPI
    private let entries: AsyncStream<JournalEntry>
    private let finish: @Sendable () -> Void
    private let report: Report
    private let drain: Task<Int, Never>?

    /// Starts a server; it listens when this returns.
    static func begin(
        _ configuration: MockAPI.Configuration, testFile: String, pace: Pace, report: @escaping Report
    ) throws -> FixtureRun {
        let stubs = try configuration.loadStubs(testFile: testFile)
        let server = MockServer(stubs: stubs, configuration: configuration.server)
        // The observer comes before the first request can, and the stream drops nothing.
        let (entries, continuation) = AsyncStream.makeStream(of: JournalEntry.self)
        let isWatching = configuration.unmatched == .fail
        let removeObserver = server.onRequest { if isWatching, $0.isUnmatched { continuation.yield($0) } }
        try server.start()
        let drain = pace == .atOnce ? Task { await tell(entries, report) } : nil
        return FixtureRun(
            api: MockAPI(server: server, configuration: configuration), entries: entries,
            finish: {
                removeObserver()
                continuation.finish()
            }, report: report, drain: drain)
    }

    /// Stops the server and tells what was not told yet; the number of failures of the whole run.
    func end() async -> Int {
        let unused = api.configuration.unused == .fail ? api.server.unusedStubs : []
        await api.server.stop()
        finish()
        let unmatched = if let drain { await drain.value } else { await Self.tell(entries, report) }
        for stub in unused { report(.unused(stub)) }
        return unmatched + unused.count
    }

    private static func tell(_ entries: AsyncStream<JournalEntry>, _ report: Report) async -> Int {
        var count = 0
        for await entry in entries {
            report(.unmatched(entry))
            count += 1
        }
        return count
    }
}
