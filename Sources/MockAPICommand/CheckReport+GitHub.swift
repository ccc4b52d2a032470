import MockAPICore

extension CheckReport {
    /// A workflow command for each finding, which GitHub shows as an annotation of the line, and the summary.
    ///
    /// The syntax is that of "Workflow commands for GitHub Actions": in values `%`, CR and LF are escaped, in properties
    /// `:` and `,` as well.
    var github: String { (findings.map { Self.github($0) } + [summary]).map { "\($0)\n" }.joined() }

    private static func github(_ finding: Finding) -> String {
        var properties: [String] = []
        if let location = finding.location {
            properties = [
                "file=\(escaped(location.file, isProperty: true))", "line=\(location.line)", "col=\(location.column)",
            ]
        }
        let place = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
        let text = finding.message + (finding.hint.map { "; \($0)" } ?? "")
        return "::\(finding.severity.rawValue)\(place)::\(escaped(text, isProperty: false))"
    }

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
