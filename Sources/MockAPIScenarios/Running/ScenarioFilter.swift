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
        if let (file, line) = place { return narrowed(scenario, file, line) }
        if text.contains("*") || text.contains("?") {
            let names = [scenario.name, scenario.location.file] + scenario.steps.map(\.name)
            return names.contains { Self.matches(Array(text.lowercased())[...], Array($0.lowercased())[...]) }
                ? scenario : nil
        }
        return scenario.matches(text) ? scenario : nil
    }

    private var place: (file: String, line: Int)? {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
            let line = Int(text[text.index(after: colon)...]), line > 0
        else { return nil }
        let file = String(text[..<colon])
        // `FILE:LINE:COLUMN` as reports print it.
        if let inner = file.lastIndex(of: ":"), let first = Int(file[file.index(after: inner)...]), first > 0 {
            return (String(file[..<inner]), first)
        }
        return (file, line)
    }

    private func narrowed(_ scenario: Scenario, _ file: String, _ line: Int) -> Scenario? {
        guard
            scenario.location.file == file || scenario.location.file.hasSuffix("/\(file)")
                || file.hasSuffix("/\(scenario.location.file)")
        else {
            return nil
        }
        // The step at a line is the last one that begins at it or before; a place before all steps is the whole scenario.
        guard let last = scenario.steps.lastIndex(where: { $0.location.line <= line }) else { return scenario }
        var narrowed = scenario
        narrowed.steps = Array(scenario.steps[...last])
        return narrowed
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
