import Foundation
import MockAPICore
import MockAPIServer
import MockAPITestSupport

/// Stubs, a provider and scenarios of one test.
final class DriftRun: Sendable {
    let folder: TemporaryFolder
    private let provider: MockServer

    init(stubs: [(path: String, text: String)], provider: [String], steps: [String]) async throws {
        folder = try TemporaryFolder([
            "scenarios/s.json": "{\"stubs\":[\"../stubs\"],\"steps\":[\n\(steps.joined(separator: ",\n"))]}"
        ])
        for (path, text) in stubs {
            if path.hasPrefix("../") {
                try folder.write(text, to: String(path.dropFirst(3)))
            } else {
                try folder.write(text, to: "stubs/\(path)")
            }
        }
        self.provider = MockServer()
        for json in provider { try self.provider.add(json: json) }
        try self.provider.start()
    }

    func text(_ path: String) throws -> String { try folder.text(of: "stubs/\(path)") }

    private var command: [String] {
        ["verify", "scenarios", "--drift", "--base-url", provider.baseURL.absoluteString]
    }

    func verify(_ arguments: String...) async throws -> CommandProcess.Result {
        try await CommandProcess.run(command + arguments, folder: folder.path)
    }

    /// Runs, and interrupts the run once the provider was asked for a path.
    func interruptedVerify(after path: String, _ arguments: String...) async throws -> CommandProcess.Result {
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let end = provider.onRequest { entry in
            if entry.request.rawPath == path { continuation.yield() }
        }
        defer { end() }
        let process = try CommandProcess(command + arguments, folder: folder.path)
        for await _ in asked { break }
        process.signal(SIGINT)
        return try await process.end()
    }
}
