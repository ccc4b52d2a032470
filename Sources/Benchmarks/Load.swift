import MockAPISockets

/// Busy connections to a server that runs already: `Benchmarks load --port N`.
///
/// Each connection sends its next requests, several at once with `--pipeline`, when the answers to those before have come.
struct Load {
    /// The options of the command line.
    static let options = [
        "--port": true, "--path": true, "--connections": true, "--requests": true, "--pipeline": true, "--json": false,
    ]

    private let options: Options
    private let port: Int
    private let plan: LoadPlan
    private let connections: Int

    /// Reads the command line.
    init(_ options: Options) throws {
        if let word = options.words.first { throw UsageProblem(description: "unexpected argument \"\(word)\"") }
        guard options.has("--port") else { throw UsageProblem(description: "--port is missing") }
        self.options = options
        port = try options.number("--port", default: 0)
        connections = try options.number("--connections", default: 64)
        plan = LoadPlan(
            path: options.text("--path") ?? "/", requests: try options.number("--requests", default: 100_000),
            pipeline: try options.number("--pipeline", default: 1))
    }

    /// Sends all requests and says how long they took.
    func run() async throws {
        guard let address = SocketAddress(host: "127.0.0.1", port: port) else {
            throw UsageProblem(description: "--port is \(port), which is none")
        }
        let loop = try EventLoopGroup.shared.next()
        let (plan, connections) = (plan, connections)
        let clock = ContinuousClock()
        let start = clock.now
        let failures: [String] = await withCheckedContinuation { continuation in
            loop.execute {
                plan.onEnd = { continuation.resume(returning: $0) }
                for _ in 0..<connections { LoadConnection(plan, loop).open(address) }
            }
        }
        let seconds = (clock.now - start) / .seconds(1)
        if let failure = failures.first {
            throw UnexpectedResult(description: "\(failures.count) connections failed, the first: \(failure)")
        }
        let rate = Int(Double(plan.requests) / seconds)
        print(
            options.has("--json")
                ? #"{"requests":\#(plan.requests),"seconds":\#(seconds),"requestsPerSecond":\#(rate)}"#
                : "\(plan.requests) requests over \(connections) connections in \(seconds) s: \(rate) a second")
    }
}
