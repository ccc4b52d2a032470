extension MatchReport {
    /// The report for people: a line for each condition, aligned; `color` adds ANSI colours.
    public func text(color: Bool = false) -> String {
        let paint = Paint(isOn: color)
        let request = paint.bold("\(request.method) \(Quoted.plain(request.target, limit: 300))")
        let end = nearest.isEmpty ? "there are no stubs to compare with" : "the nearest:"
        let lines = ["\(request) matches no stub; \(end)"] + nearestLines(paint) + diagnosticLines
        return lines.joined(separator: "\n")
    }

    /// The nearest stubs with their conditions, an empty line before each.
    func nearestLines(_ paint: Paint) -> [String] {
        nearest.flatMap { ["", "  \(paint.bold($0.stub.description))"] + $0.conditionLines(paint) }
    }

    /// What matching noticed, after an empty line.
    var diagnosticLines: [String] {
        diagnostics.isEmpty ? [] : [""] + diagnostics.map { "  note: \($0)" }
    }

    /// The report in one line: the request, the nearest stub and the conditions that do not hold.
    ///
    /// Values of `Authorization`, `Proxy-Authorization` and cookie headers are left out.
    public var oneLine: String {
        "\(request.method) \(Quoted.plain(request.target, limit: 300)) matches no stub; \(nearestInOneLine)"
    }

    /// What `oneLine` says after the request: the nearest stub and the conditions that do not hold.
    public var nearestInOneLine: String {
        guard let miss = nearest.first else { return "there are no stubs to compare with" }
        return "nearest \(miss.stub): \(miss.failures.map(\.summary).joined(separator: "; "))"
    }
}

extension NearMiss {
    /// A line or more for each condition, aligned.
    func conditionLines(_ paint: Paint) -> [String] {
        let width = conditions.map(\.part.unicodeScalars.count).max() ?? 0
        return conditions.flatMap { $0.lines(width: width, paint: paint) }
    }
}

extension MatchCondition {
    /// Part, expected and found, in one line; without the values of secret headers.
    var summary: String {
        if isSecret { return foundValues.isEmpty ? "\(part) is missing" : "\(part) differs" }
        if let difference = differences.first {
            let more = differences.count > 1 ? " and \(differences.count - 1) more" : ""
            return "\(part) at \(difference)\(more)"
        }
        return "\(part) expected \(expected), found \(foundText)" + (hint.map { " (\($0))" } ?? "")
    }

    func lines(width: Int, paint: Paint) -> [String] {
        let name = part + String(repeating: " ", count: max(0, width - part.unicodeScalars.count))
        guard verdict == .failed else { return ["    \(paint.green("✓")) \(name)  \(expected)"] }
        let indent = String(repeating: " ", count: width + 8)
        var lines = [
            "    \(paint.red("✗")) \(name)  expected \(paint.bold(expected))",
            "\(indent)found    \(paint.red(foundText))",
        ]
        for difference in differences.prefix(10) { lines.append("\(indent)at \(difference)") }
        if differences.count > 10 { lines.append("\(indent)and \(differences.count - 10) more differences") }
        let isShown = differences.prefix(10).contains { $0.hint != nil && $0.hint == hint }
        if let hint, !isShown { lines.append("\(indent)hint     \(hint)") }
        return lines
    }
}

/// ANSI colours, or none.
struct Paint {
    let isOn: Bool

    func bold(_ text: String) -> String { wrap(text, "1") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func red(_ text: String) -> String { wrap(text, "31") }

    private func wrap(_ text: String, _ code: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
