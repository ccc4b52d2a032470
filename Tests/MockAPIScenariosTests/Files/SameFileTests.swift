import Foundation
import MockAPICore
import MockAPIScenarios
import MockAPITestSupport
import Testing

/// Files that several paths lead to, and what is no file.
@Suite struct SameFileTests {
    private static let scenario =
        #"{"stubs":[{"request":"GET /","response":{}}],"steps":[{"send":{"http":"GET /"},"expect":{"status":200}}]}"#

    private func load(_ folder: TemporaryFolder, _ paths: String...) -> LoadedScenarios {
        ScenarioLoader.load(paths: paths.map { "\(folder.path)/\($0)" }, catalog: TestCatalog.catalog)
    }

    @Test func `a file that several paths lead to is run once`() throws {
        let folder = try TemporaryFolder(["dd/a.json": Self.scenario, "dd/b.json": Self.scenario])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "link"), withDestinationPath: folder.path(of: "dd"))
        let loaded = load(folder, "dd/b.json", "dd", "./dd/a.json", "dd/../dd/a.json", "link", "dd/")
        #expect(loaded.scenarios.map(\.name) == ["b", "a"])
        #expect(loaded.files.count == 2)
        #expect(loaded.findings == [])
    }

    @Test func `a file with an error is told once, and one that a folder leaves alone when it is named`() throws {
        let folder = try TemporaryFolder([
            "dd/a.json": "{", "dd/b.json": #"{"request":"GET /","response":{}}"#,
        ])
        #expect(load(folder, "dd", "dd/a.json").findings.count == 1)
        let named = load(folder, "dd/b.json", "dd/b.json").findings
        #expect(named.map(\.message) == ["a scenario needs \"steps\""])
        #expect(load(folder, "dd", "dd/b.json").findings.last?.message == "a scenario needs \"steps\"")
    }

    @Test func `what is neither a file nor a folder is told where it has the name of a file`() throws {
        let folder = try TemporaryFolder(["dd/a.json": Self.scenario])
        #expect(mkfifo(folder.path(of: "dd/f.json"), 0o600) == 0)
        #expect(mkfifo(folder.path(of: "dd/other"), 0o600) == 0)
        let loaded = load(folder, "dd")
        #expect(loaded.scenarios.count == 1)
        #expect(loaded.findings.map(\.severity) == [.warning])
        #expect(loaded.findings.map(\.message) == ["\(folder.path)/dd/f.json is neither a file nor a folder"])
    }
}
