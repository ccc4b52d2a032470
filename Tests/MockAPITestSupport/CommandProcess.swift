public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The built `mockapi` executable, run with its output at hand while it runs.
public final class CommandProcess: @unchecked Sendable {
    /// How a run ended.
    public struct Result: Sendable {
        /// The exit status.
        public var status: Int32
        /// The standard output.
        public var output: String
        /// The standard error.
        public var errors: String
    }

    /// A run that did not do in time what a test waits for.
    public struct Overdue: Error, CustomStringConvertible {
        /// What was waited for, and what was written until then.
        public var description: String
    }

    /// The executable, which stands beside the tests.
    public static let executable: URL = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        // On Apple systems the tests are a bundle, and the first argument is the tool that loads it.
        if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }),
            bundle.bundlePath.contains(".build")
        {
            folder = bundle.bundleURL.deletingLastPathComponent()
        }
        return folder.appendingPathComponent("mockapi")
    }()

    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var openStreams = 2
        var status: Int32?

        var isOver: Bool { status != nil && openStreams == 0 }
    }

    /// What is known of the run, kept apart so that the threads that read do not keep the process.
    private final class Transcript: @unchecked Sendable {
        private let condition = NSCondition()
        private var state = State()

        var current: State { condition.withLock { state } }

        func update(_ change: (inout State) -> Void) {
            condition.withLock {
                change(&state)
                condition.broadcast()
            }
        }

        /// Waits until the state has what is asked for; the last state where it never will, or not in time.
        func wait<Value>(until deadline: Date, for value: (State) -> Value?) -> (value: Value?, state: State) {
            condition.withLock {
                while true {
                    if let value = value(state) { return (value, state) }
                    if state.isOver || !condition.wait(until: deadline) { return (nil, state) }
                }
            }
        }

        func read(_ handle: FileHandle, _ append: @escaping @Sendable (inout State, Data) -> Void) {
            Thread.detachNewThread { [self] in
                while true {
                    let data = handle.availableData
                    if data.isEmpty { break }
                    update { append(&$0, data) }
                }
                update { $0.openStreams -= 1 }
            }
        }
    }

    /// Held while a process is started: `Process.run` has crashed in tests that started several at once.
    private static let starting = NSLock()

    private let process = Process()
    private let transcript = Transcript()
    /// How long a wait may take.
    public let patience: Duration

    /// Starts the executable.
    ///
    /// `executable` is another program, such as a server to talk to.
    ///
    /// The environment is that of the tests without `NO_COLOR`, `TERM` and `GITHUB_ACTIONS`, and with `environment`.
    public init(
        _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
        patience: Duration = .seconds(60), executable: URL = CommandProcess.executable
    ) throws {
        self.patience = patience
        process.executableURL = executable
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "TERM", "GITHUB_ACTIONS"] { variables[name] = nil }
        process.environment = variables.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [transcript] process in
            transcript.update { $0.status = process.terminationStatus }
        }
        try Self.starting.withLock { try process.run() }
        transcript.read(output.fileHandleForReading) { $0.output += $1 }
        transcript.read(errors.fileHandleForReading) { $0.errors += $1 }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Runs the executable to its end.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], folder: String? = nil
    ) async throws -> Result {
        try await CommandProcess(arguments, environment: environment, folder: folder).end()
    }

    /// What was written to the standard output until now.
    public var output: String { String(decoding: transcript.current.output, as: UTF8.self) }

    /// What was written to the standard error until now.
    public var errors: String { String(decoding: transcript.current.errors, as: UTF8.self) }

    /// The number of the process.
    public var identifier: Int32 { process.processIdentifier }

    /// Sends a signal.
    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end.
    public func end() async throws -> Result {
        try await wait("the end") { state in
            guard let status = state.status, state.isOver else { return nil }
            return Result(
                status: status, output: String(decoding: state.output, as: UTF8.self),
                errors: String(decoding: state.errors, as: UTF8.self))
        }
    }

    /// Waits until the standard output holds a text; everything that is written there by then.
    @discardableResult
    public func output(with text: String) async throws -> String {
        try await wait("\"\(text)\"") { state in
            let output = String(decoding: state.output, as: UTF8.self)
            return output.contains(text) ? output : nil
        }
    }

    /// Waits for the line that says that `serve` is ready; its port.
    public func port() async throws -> Int {
        let mark = "listening on http://"
        let output = try await output(with: " stub")
        let address = output.components(separatedBy: mark).dropFirst().first?.prefix { $0 != " " } ?? ""
        guard let port = address.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw Overdue(description: "no port in \"\(output)\"")
        }
        return port
    }

    private func wait<Value: Sendable>(
        _ what: String, _ value: @escaping @Sendable (State) -> Value?
    ) async throws -> Value {
        let deadline = Date(timeIntervalSinceNow: Double(patience.components.seconds))
        return try await RawSocket.onThread { [transcript] in
            let (value, state) = transcript.wait(until: deadline, for: value)
            if let value { return value }
            let end = state.isOver ? "it ended before with \(state.status ?? 0)" : "it took too long"
            let output = String(decoding: state.output, as: UTF8.self)
            let errors = String(decoding: state.errors, as: UTF8.self)
            throw Overdue(description: "waiting for \(what): \(end)\nstdout: \(output)\nstderr: \(errors)")
        }
    }
}
