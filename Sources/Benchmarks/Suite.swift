import MockAPICore

/// The measures of all groups, and how they are run.
struct Suite {
    /// The options of the command line.
    static let options = ["--json": false, "--list": false, "--rounds": true]

    private let measures: [Measure]
    private let rounds: Int
    private let options: Options

    /// Chooses the measures whose names contain one of the words given, ignoring case.
    init(_ options: Options) throws {
        self.options = options
        rounds = try options.number("--rounds", default: 7)
        let all =
            CodecMeasures.all + JSONMeasures.all + MatchingMeasures.all + CacheMeasures.all
            + ServerMeasures.all + ScenarioMeasures.all
        let words = options.words.map { $0.lowercased() }
        measures = all.filter { measure in
            words.isEmpty || words.contains { measure.name.lowercased().contains($0) }
        }
        guard !measures.isEmpty else {
            let names = all.map { "  \($0.name)" }.joined(separator: "\n")
            throw UsageProblem(description: "no measure contains \(options.words.joined(separator: " or ")):\n\(names)")
        }
    }

    /// Measures in rounds that take turns, so that a machine that becomes slower does so for all, and prints a table.
    func run() async throws {
        if options.has("--list") { return print(measures.map(\.name).joined(separator: "\n")) }
        var running: [Running] = []
        for measure in measures { running.append(try await Running(measure)) }
        for _ in 0..<rounds {
            for index in running.indices { try await running[index].round() }
        }
        for one in running { await one.finish() }
        let rows = running.map { Row($0) }
        let comparison = TransportComparison(rows)
        if options.has("--json") {
            print(JSONValue.array(rows.map(\.json) + [comparison?.json].compactMap(\.self)).rendered(.pretty))
        } else {
            print(Row.table(rows), terminator: "")
            if let comparison { print("\n\(comparison.text)") }
        }
    }
}
