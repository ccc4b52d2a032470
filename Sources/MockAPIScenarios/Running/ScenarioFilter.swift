/// Which scenarios a run is about, by a word of the user's.
public struct ScenarioFilter: Sendable {
    private let text: String

    /// Makes a filter.
    ///
    /// - Parameter text: a part of the name of a scenario, a step or a file, whatever its letter case; a pattern for the
    ///   whole name or file with `*` and `?`; or `FILE:LINE`, for the step that stands there.
    public init(_ text: String) { self.text = text }

    /// The scenario with the steps that the filter is about; `nil` where it is about none of it.
    ///
    /// A place leaves out the steps after it: those before it may capture what it needs.
    public func narrowed(_ scenario: Scenario) -> Scenario? {
        if let (file, line, column) = place { return narrowed(scenario, file, line, column) }
        if text.contains("*") || text.contains("?") {
            let names = [scenario.name, scenario.location.file] + scenario.allSteps.map(\.name)
            return names.contains { Self.matches(Array(text.lowercased())[...], Array($0.lowercased())[...]) }
                ? scenario : nil
        }
        return scenario.matches(text) ? scenario : nil
    }

    /// `FILE:LINE`, or `FILE:LINE:COLUMN` as reports print it.
    private var place: (file: String, line: Int, column: Int)? {
        guard let (file, last) = Self.number(atEndOf: text) else { return nil }
        guard let (inner, first) = Self.number(atEndOf: file) else { return (file, last, .max) }
        return (inner, first, last)
    }

    private static func number(atEndOf text: String) -> (rest: String, number: Int)? {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
            let number = Int(text[text.index(after: colon)...]), number > 0
        else { return nil }
        return (String(text[..<colon]), number)
    }

    private func narrowed(_ scenario: Scenario, _ file: String, _ line: Int, _ column: Int) -> Scenario? {
        guard
            scenario.location.file == file || scenario.location.file.hasSuffix("/\(file)")
                || file.hasSuffix("/\(scenario.location.file)")
        else {
            return nil
        }
        return scenario.narrowed(to: (line, column))
    }

    /// Whether a name matches a pattern as a whole; the time grows with the product of their lengths at most.
    private static func matches(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
        var pattern = pattern
        var name = name
        var retry: (pattern: ArraySlice<Character>, name: ArraySlice<Character>)?
        while true {
            if pattern.first == "*" {
                pattern.removeFirst()
                retry = (pattern, name)
            } else if let wanted = pattern.first, let found = name.first, wanted == "?" || wanted == found {
                pattern.removeFirst()
                name.removeFirst()
            } else if pattern.isEmpty, name.isEmpty {
                return true
            } else if let last = retry, !last.name.isEmpty {
                retry = (last.pattern, last.name.dropFirst())
                (pattern, name) = (last.pattern, last.name.dropFirst())
            } else {
                return false
            }
        }
    }
}

extension Scenario {
    /// The scenario up to the step at a place, which is the last one that begins there or before it; the whole scenario where
    /// the place is before all steps.
    ///
    /// The setup stays before a step, and the teardown after it. The steps that run at the same time are left out: it can
    /// need nothing of them.
    func narrowed(to place: (line: Int, column: Int)) -> Scenario {
        func begins(_ step: ScenarioStep) -> (Int, Int) { (step.location.line, step.location.column) }
        let before = allSteps.filter { begins($0) <= place }
        guard let chosen = before.max(by: { begins($0) < begins($1) }) else { return self }
        var narrowed = self
        narrowed.isWhole = false
        func upToChosen(_ steps: [ScenarioStep]) -> [ScenarioStep] {
            steps.filter { step in
                if step.number == chosen.number { return true }
                if let group = chosen.group, step.group?.location == group.location { return false }
                return step.number < chosen.number
            }
        }
        switch chosen.phase {
        case .setup:
            narrowed.setup = upToChosen(setup)
            narrowed.steps = []
        case .steps: narrowed.steps = upToChosen(steps)
        case .teardown: narrowed.teardown = upToChosen(teardown)
        }
        return narrowed
    }
}
