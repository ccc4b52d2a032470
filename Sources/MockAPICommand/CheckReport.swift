import MockAPICore
import MockAPIScenarios
import MockAPIStubs

/// What `check` found.
struct CheckReport {
    /// What is wrong or doubtful, in the order of the paths given, of files and of places.
    private(set) var findings: [Finding] = []
    /// The number of files that were read.
    private(set) var fileCount = 0
    /// The number of stubs, those that are wrong left out.
    private(set) var stubCount = 0
    /// The number of scenarios, those that are wrong left out.
    private(set) var scenarioCount = 0
    /// How the answers of stubs fit the models of the catalog; `nil` where nobody asked.
    private(set) var models: ModelCheck.Result?

    /// Reads files and folders of files; scenarios are always read without quirks.
    ///
    /// Where `isStrict` is true, every warning is an error; where `decodesModels` is true, the answers of stubs are decoded
    /// into the models of the catalog.
    init(
        _ paths: [String], options: StubReadingOptions, isStrict: Bool = false, decodesModels: Bool = false,
        catalog: RequestCatalog
    ) async {
        var told: Set<Finding> = []
        func tell(_ new: [Finding]) {
            for var finding in new {
                if isStrict { finding.severity = .error }
                if told.insert(finding).inserted { findings.append(finding) }
            }
        }
        var files: Set<String> = []
        var allStubs: [Stub] = []
        for path in paths {
            let stubs = StubLoader.check(path, options: options)
            tell(stubs.findings)
            files.formUnion(stubs.files)
            stubCount += stubs.stubs.count
            allStubs += stubs.stubs
            let newFiles = stubs.scenarioFiles.filter { files.insert($0).inserted }
            if newFiles.isEmpty { continue }
            let scenarios = ScenarioLoader.load(paths: newFiles, catalog: catalog)
            tell(scenarios.findings)
            tell(scenarios.stubFindings)
            scenarioCount += scenarios.scenarios.count
        }
        fileCount = files.count
        if decodesModels {
            let result = await ModelCheck(catalog: catalog).check(allStubs)
            tell(result.findings)
            models = result
        }
    }

    /// The number of errors.
    var errorCount: Int { findings.count { $0.severity == .error } }

    /// The number of warnings.
    var warningCount: Int { findings.count { $0.severity == .warning } }

    /// One finding a line, and a summary.
    func text(_ console: Console) -> String {
        let lines = findings.map { console.painted("\($0)", $0.severity == .error ? .red : .yellow) }
        return (lines + unreached + [summary]).map { "\($0)\n" }.joined()
    }

    /// The last line: how much was read, and what was found.
    var summary: String {
        let read = "\(Self.count(stubCount, "stub")), \(Self.count(scenarioCount, "scenario"))"
        let warnings = warningCount > 0 ? ", \(Self.count(warningCount, "warning"))" : ""
        let decoded = models.map { ", \(Self.count($0.answerCount, "answer")) decoded" } ?? ""
        return
            "mockapi: \(read)\(decoded): \(errorCount == 0 ? "no errors" : Self.count(errorCount, "error"))\(warnings)"
    }

    /// Says which requests no stub answers with a model, which is no fault: their stubs may be elsewhere.
    private var unreached: [String] {
        guard let names = models?.unreached, !names.isEmpty else { return [] }
        return ["mockapi: no stub here answers with the model of \(names.joined(separator: ", "))"]
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// The report for programs.
    ///
    /// `{ "version": 1, "summary": { "files", "stubs", "scenarios", "errors", "warnings" }, "findings": [ { "severity",
    /// "message", "hint", "file", "line", "column" } ] }`; a finding without a place has no `file`. With models, there is
    /// `"models": { "answers", "unreached": [ name ] }` as well.
    var json: JSONValue {
        var report: JSONObject = [
            "version": 1,
            "summary": [
                "files": Self.json(fileCount), "stubs": Self.json(stubCount), "scenarios": Self.json(scenarioCount),
                "errors": Self.json(errorCount), "warnings": Self.json(warningCount),
            ],
            "findings": .array(findings.map { Self.json($0) }),
        ]
        if let models {
            report.append(
                "models",
                ["answers": Self.json(models.answerCount), "unreached": .array(models.unreached.map { .string($0) })])
        }
        return .object(report)
    }

    private static func json(_ finding: Finding) -> JSONValue {
        var members: JSONObject = [
            "severity": .string(finding.severity.rawValue), "message": .string(finding.message),
        ]
        if let hint = finding.hint { members.append("hint", .string(hint)) }
        if let location = finding.location {
            members.append("file", .string(location.file))
            members.append("line", json(location.line))
            members.append("column", json(location.column))
        }
        return .object(members)
    }

    private static func json(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
