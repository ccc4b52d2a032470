public import MockAPICore

/// The steps that failed when they ran last, by the files of their scenarios.
public struct RememberedFailures: Sendable, Hashable {
    /// A step, told by its place in its list and what stands there.
    public struct Step: Sendable, Hashable {
        /// The list.
        public var phase: StepPhase
        /// The place in it, counted from 1; 0 for what no step of the file does.
        public var number: Int
        /// The name without secrets, where the file gives one.
        public var name: String?
        /// What tells a step without a name from others.
        public var content: String?

        init(phase: StepPhase, number: Int, name: String?, content: String?) {
            self.phase = phase
            self.number = number
            self.name = content == nil ? name : nil
            self.content = content
        }

        init(_ step: ScenarioStep, _ redaction: ReportRedaction) {
            self.init(
                phase: step.phase, number: step.number, name: redaction.text(step.name), content: step.content)
        }

        init(_ step: StepReport) {
            self.init(phase: step.phase, number: step.number, name: step.name, content: step.content)
        }

        /// Whether this is a step at the same place.
        func isSame(as other: Step) -> Bool { number == other.number && isAlike(other) }

        /// Whether the same stands at another place.
        func hasMoved(to other: Step) -> Bool { number > 0 && other.number > 0 && isAlike(other) }

        private func isAlike(_ other: Step) -> Bool {
            phase == other.phase && content == other.content && (name == other.name || mayHide(other.name))
        }

        /// Whether a name is this one with secrets in the place of masks, as where they are not given any more.
        private func mayHide(_ other: String?) -> Bool {
            let mask = ReportRedaction.mask
            guard let name, name.contains(mask), var rest = other?[...] else { return false }
            let pieces = name.split(separator: mask, omittingEmptySubsequences: false)
            guard let first = pieces.first, rest.hasPrefix(first) else { return false }
            rest = rest.dropFirst(first.count)
            for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
                guard let found = rest.firstRange(of: piece) else { return false }
                rest = rest[found.upperBound...]
            }
            return rest.hasSuffix(pieces.last ?? "")
        }
    }

    /// The steps by file; no file has none.
    public private(set) var steps: [String: Set<Step>] = [:]

    /// Makes a memory of nothing.
    public init() {}

    /// Whether nothing is remembered.
    public var isEmpty: Bool { steps.isEmpty }

    /// Reads what `json` wrote; `nil` for anything else.
    public init?(_ json: JSONValue) {
        guard json["version"] == 1, let files = json["failed"]?.object else { return nil }
        for (file, list) in files {
            guard let entries = list.array else { return nil }
            var steps: Set<Step> = []
            for entry in entries {
                guard let phase = entry["phase"]?.string.flatMap({ StepPhase(rawValue: $0) }),
                    let number = entry["number"]?.integer, number >= 0
                else { return nil }
                steps.insert(
                    Step(
                        phase: phase, number: number, name: entry["name"]?.string, content: entry["content"]?.string))
            }
            if !steps.isEmpty { self.steps[file] = steps }
        }
    }

    /// `{"version": 1, "failed": {"scenarios/a.json": [{"phase": "steps", "number": 2, "name": "n"}]}}`, in a fixed order.
    public var json: JSONValue {
        let files = steps.sorted { $0.key < $1.key }.map { file, steps in
            let entries = steps.sorted { $0.order < $1.order }.map { step in
                var object: JSONObject = ["phase": .string(step.phase.rawValue), "number": .integer(step.number)]
                if let name = step.name { object.append("name", .string(name)) }
                if let content = step.content { object.append("content", .string(content)) }
                return JSONValue.object(object)
            }
            return (key: file, value: JSONValue.array(entries))
        }
        return ["version": 1, "failed": .object(JSONObject(files))]
    }

    /// Takes a run into account: steps that ran are remembered or forgotten, others stay as they were.
    ///
    /// A step that stands elsewhere now is the one of the same name or content. One that is found nowhere is forgotten when all
    /// steps of its file ran.
    ///
    /// - Parameters:
    ///   - report: what ran, without secrets.
    ///   - name: the name of a file here, which is to be the same however the user wrote it.
    public mutating func update(with report: RunReport, name: (String) -> String) {
        var runs: [String: FileRun] = [:]
        for scenario in report.scenarios { runs[name(scenario.file), default: FileRun()].add(scenario) }
        // A step that failed on the provider failed, and one that was skipped there may still fail there.
        for scenario in report.providerScenarios { runs[name(scenario.file), default: FileRun()].addProvider(scenario) }
        for (file, run) in runs where !run.ran.isEmpty {
            let now = (steps[file] ?? []).filter { !run.settles($0) }.union(run.failed)
            steps[file] = now.isEmpty ? nil : now
        }
    }

    /// What became of the steps of a file.
    private struct FileRun {
        var ran: Set<Step> = []
        var failed: Set<Step> = []
        var skipped: Set<Step> = []
        /// Whether all steps of the file ran, apart from those that it leaves out itself.
        var isWhole = true

        mutating func add(_ scenario: ScenarioReport) {
            isWhole = isWhole && scenario.isWhole
            for step in scenario.steps {
                let key = Step(step)
                if step.status == .skipped {
                    skipped.insert(key)
                    isWhole = isWhole && step.isLeftOut
                } else {
                    ran.insert(key)
                    if step.status == .failed { failed.insert(key) }
                }
            }
        }

        /// Adds a run of the same steps on the provider.
        mutating func addProvider(_ scenario: ScenarioReport) {
            add(scenario)
            for step in scenario.steps where step.status == .skipped {
                let key = Step(step)
                if !failed.contains(key) { ran.remove(key) }
            }
        }

        /// Whether what failed before has been run again, or is no more.
        func settles(_ step: Step) -> Bool {
            if ran.contains(step) || ran.contains(where: step.isSame) { return true }
            // What went wrong before all steps is over once one of them ran.
            if step.number == 0 { return true }
            if skipped.contains(where: step.hasMoved) { return false }
            return isWhole
        }
    }

    /// Forgets files, such as those that are gone.
    public mutating func removeFiles(where isGone: (String) -> Bool) {
        steps = steps.filter { !isGone($0.key) }
    }

    /// The scenario up to the last of its steps that failed; `nil` where none did.
    ///
    /// - Parameters:
    ///   - scenario: the scenario.
    ///   - redaction: the secrets that are not in the names remembered.
    ///   - name: the name of a file here.
    public func narrowed(_ scenario: Scenario, _ redaction: ReportRedaction, name: (String) -> String) -> Scenario? {
        guard let failed = steps[name(scenario.location.file)] else { return nil }
        let places = scenario.allSteps.filter { step in
            let here = Step(step, redaction)
            return failed.contains { $0.isSame(as: here) }
        }
        // Where another step stands at the place of one that failed, only the whole scenario is sure to have it.
        guard let last = places.last, places.count == failed.count else { return scenario }
        var narrowed = scenario
        switch last.phase {
        case .setup:
            narrowed.setup = scenario.setup.filter { $0.number <= last.number }
            narrowed.steps = []
        case .steps: narrowed.steps = scenario.steps.filter { $0.number <= last.number }
        case .teardown: break
        }
        narrowed.isWhole = scenario.isWhole && narrowed.allSteps.count == scenario.allSteps.count
        return narrowed
    }
}

extension RememberedFailures.Step {
    /// What entries of one file are sorted by.
    fileprivate var order: (String, Int, String) { (phase.rawValue, number, name ?? content ?? "") }
}
