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

    func verify(_ arguments: String...) async throws -> CommandProcess.Result {
        try await CommandProcess.run(
            ["verify", "scenarios", "--drift", "--base-url", provider.baseURL.absoluteString] + arguments,
            folder: folder.path)
    }
}
