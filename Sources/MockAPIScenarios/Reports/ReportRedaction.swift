import MockAPICore

/// Takes secrets out of a report before anything is made of it.
public struct ReportRedaction: Sendable {
    /// The header fields whose values are never shown.
    public static let alwaysHidden = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// What stands for a secret.
    public static let mask = "[redacted]"

    private let names: [String]
    private let secrets: [String]

    /// Makes a redaction.
    ///
    /// - Parameters:
    ///   - names: header fields, query names and JSON keys whose values are hidden, whatever their letter case.
    ///   - secrets: texts that are hidden wherever they stand; empty ones are left out.
    public init(names: [String] = [], secrets: [String] = []) {
        self.names = Self.alwaysHidden + names
        // The longest first, so that no part of one is left where another stands in it.
        self.secrets = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Whether the value of a name is hidden.
    public func hides(_ name: String) -> Bool { names.contains { HTTPToken.equalsIgnoringCase($0, name) } }

    /// A text without secrets.
    public func text(_ text: String) -> String {
        secrets.reduce(text) { text, secret in
            var text = text.replacing(secret, with: Self.mask)
            let encoded = PercentCoding.encode(secret, for: .queryComponent)
            if encoded != secret { text = text.replacing(encoded, with: Self.mask) }
            return text
        }
    }
}
