import MockAPICore

extension ReportRedaction {
    /// Whether a secret stands in a text.
    func holdsSecret(_ text: String?) -> Bool { text.map { self.text($0) != $0 } ?? false }

    /// Whether a secret, or the value of a hidden name, stands in a value.
    func holdsSecret(_ value: JSONValue) -> Bool { json(value) != value }
}
