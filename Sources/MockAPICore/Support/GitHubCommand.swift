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
