import Foundation
import MockAPICore
import MockAPIScenarios
import MockAPITestSupport

/// Scenario and stub files in a folder of their own, read and run with the catalog of the tests.
struct ScenarioFolder {
    let folder: TemporaryFolder

    /// Writes files by their paths.
    init(_ files: KeyValuePairs<String, String>) throws { folder = try TemporaryFolder(files) }

    /// Writes one scenario as `s.json`.
    init(scenario: String) throws { try self.init(["s.json": scenario]) }

    /// What is read at paths of the folder.
    func load(_ paths: String..., stubs: String? = nil) -> LoadedScenarios {
        ScenarioLoader.load(
            paths: paths.map { folder.path(of: $0) }, catalog: TestCatalog.catalog,
            stubs: stubs.map { folder.path(of: $0) })
    }

    /// The findings, without the path of the folder.
    func findings(_ path: String = "s.json") -> [String] {
        let loaded = load(path)
        return (loaded.findings + loaded.stubFindings).map { clean($0.description) }
    }

    /// Runs the scenarios at a path.
    func run(
        _ path: String = "s.json", options: ScenarioRunner.Options = ScenarioRunner.Options()
    ) async throws -> RunReport {
        let loaded = load(path)
        guard !loaded.hasErrors else { throw FileProblems(loaded.findings + loaded.stubFindings) }
        return await ScenarioRunner(options: options, catalog: TestCatalog.catalog).run(loaded.scenarios)
    }

    /// The text of a report without what differs between runs: the folder, times, and `Date` fields.
    func text(_ report: RunReport) -> String {
        let writer = TextReport()
        let text = report.scenarios.map { writer.text($0) }.joined() + writer.summary(report)
        return clean(text).replacing(#/\d+\.\d\d s\)/#, with: "0.00 s)").replacing(#/ +Date: [^\n]*\n/#, with: "")
    }

    private func clean(_ text: String) -> String { text.replacingOccurrences(of: "\(folder.path)/", with: "") }
}
