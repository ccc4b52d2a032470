public import Foundation
import MockAPIClient
public import MockAPICore

/// Runs scenarios, several at a time, each with a server and a state of its own.
public struct ScenarioRunner: Sendable {
    /// The settings of a run.
    public struct Options: Sendable {
        /// How many scenarios run at a time; at least 1.
        public var jobs: Int
        /// How requests reach the servers.
        public var transport: any Transport
        /// Real servers that services go to instead of the scenario's own.
        public var provider: Provider
        /// How long a peer may stay silent where neither step nor request says.
        public var timeout: Duration
        /// Variables that all scenarios have; they win over those of the files.
        public var variables: [String: JSONValue] = [:]
        /// Header fields of every request to a provider; those of a step win.
        public var providerHeaders = HTTPFields()
        /// Whether requests other than GET, HEAD and OPTIONS are sent to a provider.
        public var allowsWrites = false
        /// Whether nothing more is sent once a step has failed.
        public var stopsAtFailure = false
        /// Ends the teardowns of an interrupted run before their time.
        public var teardownStop: TeardownStop?
        /// How long the teardown of an interrupted scenario may take.
        var teardownTime: Duration = .seconds(10)
        /// Where a provider is brought into the states that scenarios name: a POST with name and parameters for each.
        public var stateURL: URL?
        /// Makes the command that runs the step at a place again, for reports of those that failed.
        public var rerunCommand: (@Sendable (FileLocation) -> String)?
        /// Authorities that certificates of a provider may be signed by, beside those of the system.
        public var authorities: PrivateAuthorities?
        /// Whether reports keep what came of each repetition of a step, for the comparison with another run.
        package var keepsRounds = false
        /// By which way requests go to real servers; there is one where the run has a provider.
        var passThrough: PassThrough?
        /// Why there is no such way, so that no scenario can run.
        var passThroughProblem: (any Error)?

        /// Makes settings; without arguments, a job for each core, our own sockets and no provider.
        public init(
            jobs: Int? = nil, transport: (any Transport)? = nil, provider: Provider = Provider(),
            timeout: Duration = .seconds(30)
        ) {
            self.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
            self.transport = transport ?? RunTransport.socket.make()
            self.provider = provider
            self.timeout = timeout
        }
    }

    /// The settings.
    public let options: Options
    /// The typed requests, and the services that they name.
    public let catalog: RequestCatalog

    /// Makes a runner.
    public init(options: Options = Options(), catalog: RequestCatalog) {
        self.options = options
        self.catalog = catalog
    }

    /// Runs scenarios; if the task is cancelled, steps that have not ended are skipped.
    ///
    /// Repetitions of a scenario, from the second on, that do not begin because the run is over are not in the report.
    ///
    /// - Parameters:
    ///   - onFinished: called for each scenario as it and all before it have ended, one at a time.
    ///   - onProgress: called as scenarios begin and end, one at a time.
    public func run(
        _ scenarios: [Scenario], onFinished: @escaping @Sendable (ScenarioReport) -> Void = { _ in },
        onProgress: @escaping @Sendable (RunProgress) -> Void = { _ in }
    ) async -> RunReport {
        let clock = ContinuousClock()
        let start = clock.now
        let hasFailed = Locked(false)
        var options = options
        if let secure = options.authorities?.transport {
            options.transport = RunTransport.secured(options.transport, by: secure)
        }
        if !options.provider.isEmpty {
            do {
                options.passThrough = try PassThrough(
                    upstream: RunTransport.passingThrough(
                        secure: options.authorities?.transport ?? URLSessionTransport()),
                    decodesSecureContent: options.authorities?.decodesContent ?? true)
            } catch {
                options.passThroughProblem = error
            }
        }
        let settings = options
        var reports: [ScenarioReport?] = Array(repeating: nil, count: scenarios.count)
        var isLeftOut = Array(repeating: false, count: scenarios.count)
        var told = 0
        var progress = RunProgress(total: scenarios.count)
        await withTaskGroup(of: (Int, ScenarioReport).self) { group in
            var next = 0
            func begin() {
                if settings.endReason(.steps, hasFailed: hasFailed) != nil {
                    while next < scenarios.count, scenarios[next].repetition > 1 {
                        isLeftOut[next] = true
                        next += 1
                    }
                }
                guard next < scenarios.count else { return }
                let (index, run) = (
                    next, ScenarioRun(scenarios[next], options: settings, catalog: catalog, hasFailed: hasFailed)
                )
                progress.latest = scenarios[next].location.file
                onProgress(progress)
                next += 1
                group.addTask { (index, await run.run()) }
            }
            for _ in 0..<max(1, settings.jobs) { begin() }
            while let (index, ended) = await group.next() {
                var report = ended
                report.position = index
                reports[index] = report
                progress.add(report)
                onProgress(progress)
                begin()
                while told < reports.count {
                    if let ready = reports[told] { onFinished(ready) } else if !isLeftOut[told] { break }
                    told += 1
                }
            }
        }
        await options.passThrough?.stop()
        return RunReport(
            scenarios: reports.compactMap(\.self), duration: clock.now - start, wasInterrupted: Task.isCancelled)
    }
}

extension ScenarioRunner.Options {
    /// Why no more steps of a list are run or tried again; `nil` while the run goes on.
    ///
    /// After a failure teardowns are run all the same.
    func endReason(_ phase: StepPhase, hasFailed: Locked<Bool>) -> String? {
        if Task.isCancelled { return StepReport.interruption }
        return stopsAtFailure && phase != .teardown && hasFailed.withLock { $0 } ? StepReport.failureBefore : nil
    }
}

/// How far a run has come.
public struct RunProgress: Sendable, Hashable {
    /// The number of scenarios.
    public var total: Int
    /// How many have ended.
    public var finished = 0
    /// The number of steps in those.
    public var steps = 0
    /// How many steps have failed.
    public var failedSteps = 0
    /// The file of the scenario that began last.
    public var latest: String?

    mutating func add(_ report: ScenarioReport) {
        finished += 1
        steps += report.steps.count
        failedSteps += report.count(.failed)
    }
}

/// Real servers that requests go to.
public struct Provider: Sendable, Hashable {
    /// The base URL of all services, and of plain requests that name no host.
    public var baseURL: String?
    /// The base URLs of single services by name; they win over `baseURL`.
    public var services: [String: String]

    /// Makes a provider; without arguments, none.
    public init(baseURL: String? = nil, services: [String: String] = [:]) {
        self.baseURL = baseURL
        self.services = services
    }

    /// Whether there is none.
    public var isEmpty: Bool { baseURL == nil && services.isEmpty }

    /// The base URL of a service; `nil` where it is the scenario's own server.
    func baseURL(of service: String) -> String? { services[service] ?? baseURL }
}
