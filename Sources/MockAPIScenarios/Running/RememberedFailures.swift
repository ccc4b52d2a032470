public import MockAPICore

/// The steps that failed when they ran last, by the files of their scenarios.
public struct RememberedFailures: Sendable, Hashable {
    /// A step, told by its place in its list.
    public struct Step: Sendable, Hashable {
        /// The list.
        public var phase: StepPhase
        /// The place in it, counted from 1; 0 for what no step of the file does.
        public var number: Int
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
                steps.insert(Step(phase: phase, number: number))
            }
            if !steps.isEmpty { self.steps[file] = steps }
        }
    }

    /// `{"version": 1, "failed": {"scenarios/a.json": [{"phase": "steps", "number": 2}]}}`, in a fixed order.
    public var json: JSONValue {
        let files = steps.sorted { $0.key < $1.key }.map { file, steps in
            let entries = steps.sorted { ($0.phase.rawValue, $0.number) < ($1.phase.rawValue, $1.number) }.map { step in
                ["phase": .string(step.phase.rawValue), "number": .integer(step.number)] as JSONValue
            }
            return (key: file, value: JSONValue.array(entries))
        }
        return ["version": 1, "failed": .object(JSONObject(files))]
    }

    /// Takes a run into account: steps that ran are remembered or forgotten, others stay as they were.
    ///
    /// - Parameters:
    ///   - report: what ran.
    ///   - name: the name of a file here, which is to be the same however the user wrote it.
    public mutating func update(with report: RunReport, name: (String) -> String) {
        var failed: [String: Set<Step>] = [:]
        var ran: [String: Set<Step>] = [:]
        for scenario in report.scenarios {
            let file = name(scenario.file)
            for step in scenario.steps where step.status != .skipped {
                let key = Step(phase: step.phase, number: step.number)
                ran[file, default: []].insert(key)
                if step.status == .failed { failed[file, default: []].insert(key) }
            }
        }
        for (file, ran) in ran {
            // What went wrong before all steps is over once one of them ran.
            let before = (steps[file] ?? []).subtracting(ran).filter { $0.number > 0 }
            let now = before.union(failed[file] ?? [])
            steps[file] = now.isEmpty ? nil : now
        }
    }

    /// Forgets files, such as those that are gone.
    public mutating func removeFiles(where isGone: (String) -> Bool) {
        steps = steps.filter { !isGone($0.key) }
    }

    /// The scenario up to the last of its steps that failed; `nil` where none did.
    public func narrowed(_ scenario: Scenario, name: (String) -> String) -> Scenario? {
        guard let failed = steps[name(scenario.location.file)] else { return nil }
        let places = scenario.allSteps.enumerated().filter { _, step in
            failed.contains(Step(phase: step.phase, number: step.number))
        }
        guard let last = places.last?.element, places.count == failed.count else { return scenario }
        var narrowed = scenario
        switch last.phase {
        case .setup:
            narrowed.setup = scenario.setup.filter { $0.number <= last.number }
            narrowed.steps = []
        case .steps: narrowed.steps = scenario.steps.filter { $0.number <= last.number }
        case .teardown: break
        }
        return narrowed
    }
}
