import MockAPICore
import MockAPIMatching
import MockAPIServer

/// How `serve` writes requests.
struct RequestLogFormat: Sendable {
    /// Whether texts may be coloured.
    var usesColor = false
    /// Whether header fields, bodies and whole reports are written.
    var isVerbose = false
    /// How many body bytes are shown.
    var maximumBody = 4096
    /// Renders a time, seconds since 1970.
    var time: @Sendable (Double) -> String = { Platform.localTime($0) }

    /// The lines of one request.
    func text(_ entry: JournalEntry) -> String {
        let request = entry.request
        let target = Self.printable(request.rawTarget)
        var lines = [
            "\(paint(time(entry.time), .dim)) \(request.method) \(target) \(outcome(entry)) \(answerer(entry))"
        ]
        // The report of a miss ends with them.
        if !isVerbose || entry.report == nil {
            lines += entry.diagnostics.map { "  note: \(Self.printable($0.description))" }
        }
        if isVerbose {
            lines += request.headers.map { "  > \(Self.printable($0.description))" }
            lines += body(entry).map { "  > \($0)" }
            if let report = entry.report {
                lines += report.text(color: usesColor).split(separator: "\n").map { "  \($0)" }
            }
        }
        return lines.map { "\($0)\n" }.joined()
    }

    /// The line of a refusal.
    func text(_ refusal: Refusal) -> String {
        let status = paint("\(refusal.status.code)", .red)
        return "\(paint(time(refusal.time), .dim)) refused \(status) \(Self.printable(refusal.message))\n"
    }

    private func outcome(_ entry: JournalEntry) -> String {
        guard let status = entry.status else { return paint(entry.fault?.rawValue ?? "-", .yellow) }
        let color: TerminalColor =
            entry.isUnmatched || status.code >= 500 ? .red : status.code >= 400 ? .yellow : .green
        return paint("\(status.code)", color)
    }

    private func answerer(_ entry: JournalEntry) -> String {
        if let stub = entry.stub { return Self.printable(stub.description) }
        return Self.printable(entry.report.map { "no stub: \($0.nearestInOneLine)" } ?? "no stub")
    }

    private func body(_ entry: JournalEntry) -> [String] {
        if entry.bodyLength == 0 { return [] }
        let shown = entry.request.body.prefix(maximumBody)
        guard let text = String(validating: shown, as: UTF8.self) ?? Self.textBeforeCut(shown),
            !text.unicodeScalars.contains(where: { Self.isControl($0) && !"\t\r\n".unicodeScalars.contains($0) })
        else { return ["(\(entry.bodyLength) bytes that are no text)"] }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0) }
        return shown.count < entry.bodyLength ? lines + ["(\(entry.bodyLength) bytes in all)"] : lines
    }

    private func paint(_ text: String, _ color: TerminalColor) -> String { usesColor ? color.paint(text) : text }

    /// A text that was cut inside a character, without the rest of it.
    private static func textBeforeCut(_ bytes: ArraySlice<UInt8>) -> String? {
        for count in 1...3 {
            if let text = String(validating: bytes.dropLast(count), as: UTF8.self) { return text }
        }
        return nil
    }

    /// A text whose control characters are escaped, so that a request cannot steer the terminal.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var output = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                output += scalar.escaped(asASCII: true)
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value
    }
}
