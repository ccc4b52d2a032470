/// The workflow commands by which a program has GitHub annotate lines of files.
///
/// The syntax is that of "Workflow commands for GitHub Actions": in values `%`, CR and LF are escaped, in properties `:`
/// and `,` as well.
public enum GitHubCommand {
    /// A command that annotates a place, in one line without its end.
    public static func annotation(
        _ severity: Finding.Severity, at location: FileLocation?, title: String? = nil, _ message: String
    ) -> String {
        var properties: [String] = []
        if let location {
            properties = ["file=\(property(location.file))", "line=\(location.line)", "col=\(location.column)"]
        }
        if let title { properties.append("title=\(property(title))") }
        let place = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
        return "::\(severity.rawValue)\(place)::\(escaped(message, isProperty: false))"
    }

    /// A text of which a runner takes no line for a command: `::` at the start of a line, behind blanks, too, and `##[`
    /// anywhere, which runners still know, get a blank between.
    public static func disarmed(_ text: String) -> String {
        guard text.utf8.contains(0x3A) || text.utf8.contains(0x23) else { return text }
        var output = String.UnicodeScalarView()
        var isStart = true
        var last: (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
        for scalar in text.unicodeScalars {
            if isStart, scalar == ":", last.1 == ":" {
                output.append(" ")
                isStart = false
            } else if scalar == "[", last == ("#", "#") {
                output.append(" ")
            }
            output.append(scalar)
            last = (last.1, scalar)
            if scalar == "\n" || scalar == "\r" {
                isStart = true
            } else if scalar != ":", !scalar.properties.isWhitespace, !isInvisible(scalar) {
                isStart = false
            }
        }
        return String(output)
    }

    /// Whether a scalar may stand before a command without a trace.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func property(_ text: String) -> String { escaped(text, isProperty: true) }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "%": output += "%25"
            case "\r": output += "%0D"
            case "\n": output += "%0A"
            case ":" where isProperty: output += "%3A"
            case "," where isProperty: output += "%2C"
            case _ where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value: output += scalar.escaped(asASCII: true)
            default: output.unicodeScalars.append(scalar)
            }
        }
    }
}
