/// Something that is wrong, or doubtful, at one place of one file.
///
/// Written `stubs/a.json:3:17: error: unknown key "staus"; did you mean "status"?`
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// How bad a finding is.
    public enum Severity: String, Sendable, Hashable {
        /// The file is unusable.
        case error
        /// The file is usable, but doubtful.
        case warning
    }

    /// Where it is; `nil` if it concerns no place in a file.
    public var location: FileLocation?
    /// Whether the file is unusable or only doubtful.
    public var severity: Severity
    /// What is wrong, in one line without a full stop.
    public var message: String
    /// How to mend it, in one line without a full stop.
    public var hint: String?

    /// Makes a finding.
    public init(_ severity: Severity = .error, at location: FileLocation?, _ message: String, hint: String? = nil) {
        self.location = location
        self.severity = severity
        self.message = message
        self.hint = hint
    }

    /// The text shown to people, in one line: control characters, which names of files may hold, are escaped.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        return Self.escaped("\(place)\(severity.rawValue): \(message)" + (hint.map { "; \($0)" } ?? ""))
    }

    private static func escaped(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

/// All that is wrong with a set of files, reported at once.
public struct FileProblems: Error, Sendable, CustomStringConvertible {
    /// The findings, in the order of files and places.
    public var findings: [Finding]

    /// Makes an error of findings.
    public init(_ findings: [Finding]) { self.findings = findings }

    /// One finding a line.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}
