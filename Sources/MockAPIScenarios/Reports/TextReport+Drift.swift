import MockAPICore

extension TextReport {
    /// The drifts of a run, and what the scenarios exercised, ending with a line break; empty where nobody asked.
    ///
    /// Of a run that is only a part of all scenarios, coverage says nothing.
    public func findings(_ report: RunReport, withCoverage: Bool = true) -> String {
        var lines: [String] = []
        if let drifts = report.drifts { lines += text(drifts, report) }
        if withCoverage, let coverage = report.coverage { lines += text(coverage) }
        lines += report.coverageProblems.map { paint("coverage: \($0)", .failed) }
        return lines.map { "\($0)\n" }.joined()
    }

    private func text(_ drifts: [Drift], _ report: RunReport) -> [String] {
        let steps = report.providerScenarios.flatMap(\.steps)
        let counts = StepStatus.allCases.map { status in "\(steps.count { $0.status == status }) \(status.rawValue)" }
        var lines = ["on the provider: \(counts.joined(separator: ", "))"]
        let reasons = Set(steps.compactMap(\.skipReason)).sorted()
        lines += reasons.map { reason in "  \(steps.count { $0.skipReason == reason }) skipped: \(reason)" }
        if report.comparedNothing, drifts.isEmpty { return lines + [paint("nothing was compared", .skipped)] }
        let isPart = report.comparedSteps < report.stepCount
        let extent = isPart ? " (\(report.comparedSteps) of \(Self.count(report.stepCount, "step")) compared)" : ""
        if drifts.isEmpty { return lines + [paint("no drift\(extent)", .passed)] }
        lines.append("")
        for drift in drifts {
            let place = drift.location.map { "\($0): " } ?? ""
            lines.append("\(paint("\(place)drift", .headline)): \(Wording.visibleLines(drift.message))")
            lines.append("  stub:     \(Wording.visible(drift.stubName))")
            for step in drift.steps {
                lines.append("  seen in:  \(step.location), scenario \(Wording.quoted(step.scenario)), \(step.title)")
            }
            if drift.isAsked { lines.append("  an expectation asks for it, and fails on the provider") }
        }
        let noun = drifts.count == 1 ? "1 drift" : "\(drifts.count) drifts"
        return lines + [paint("\(noun) between stubs and provider\(extent)", .failed)]
    }

    /// The counts, and the first of the stubs that no step reached; the other reports have all that is missing.
    private func text(_ coverage: Coverage) -> [String] {
        let most = 5
        let names = coverage.missing(.stubs).map { item in item.location.map { "\($0.file):\($0.line)" } ?? item.name }
        if names.isEmpty { return [coverage.summary] }
        let more = names.count > most ? " and \(names.count - most) more" : ""
        return [coverage.summary, "  stubs not covered: \(names.prefix(most).joined(separator: ", "))\(more)"]
    }
}
