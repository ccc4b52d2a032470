import Foundation
import MockAPIClient
import MockAPICore

/// Takes secrets out of a report before anything is made of it.
public struct ReportRedaction: Sendable {
    /// The header fields whose values are never shown.
    public static let alwaysHidden = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// What stands for a secret.
    public static let mask = "[redacted]"

    private let names: [String]
    private let finder: SecretFinder

    /// Makes a redaction.
    ///
    /// - Parameters:
    ///   - names: header fields, query names, parts of forms and JSON keys whose values are hidden, whatever their letter
    ///     case.
    ///   - secrets: texts that are hidden wherever they stand and however they are encoded there; empty ones are left out. Of
    ///     one that is JSON, each text in it is hidden, too, and each number of four characters and more.
    public init(names: [String] = [], secrets: [String] = []) {
        self.names = Self.alwaysHidden + names
        finder = SecretFinder(secrets.flatMap(Self.forms).filter { !$0.isEmpty }, mask: Self.mask)
    }

    /// Whether the value of a name is hidden.
    public func hides(_ name: String) -> Bool { names.contains { HTTPToken.equalsIgnoringCase($0, name) } }

    /// Whether the value at a path is hidden, since it, or what it is part of, has a hidden name.
    func hidesPath(_ path: String) -> Bool { SecretWalker.names(inPath: path).contains { hides(String($0)) } }

    /// Whether what a path leads to is part of something that is hidden.
    func hidesParent(ofPath path: String) -> Bool {
        SecretWalker.names(inPath: path).dropLast().contains { hides(String($0)) }
    }

    /// The value at a path without secrets; of one that is hidden, nothing is left.
    func value(_ value: JSONValue?, isHidden: Bool) -> JSONValue? {
        value.map { isHidden ? .string(Self.mask) : json($0) }
    }

    /// A text without secrets.
    public func text(_ text: String) -> String { finder.redacted(text) }

    /// A text for people without secrets, and without the values of hidden names in JSON, queries, forms and reports of a
    /// miss that stand in it.
    public func prose(_ text: String) -> String {
        let text = finder.redacted(text)
        guard Self.mayHoldNames(text) else { return text }
        let loose = LooseText(mark: Self.mask, hides: hides)
        return conditions(loose.pairs(loose.members(text)))
    }

    /// Whether there is a byte without which no name is told from its value: of the many texts of a large body, few have
    /// one.
    private static func mayHoldNames(_ text: String) -> Bool {
        for byte in text.utf8 where byte == 0x22 || byte == 0x3D || byte == 0x24 || byte > 0x7F { return true }
        return false
    }

    /// Bytes without secrets; `nil` where there is none.
    func bytes(_ bytes: [UInt8]) -> [UInt8]? { finder.redacted(bytes) }

    /// The texts that tell a secret: as it was given, as a header has it without blanks around it, and the parts of JSON.
    private static func forms(_ secret: String) -> [String] {
        var forms = [secret, secret.trimmingCharacters(in: .whitespacesAndNewlines)]
        if let value = try? JSONValue(parsing: secret) {
            forms.append(value.rendered(.compact))
            add(value, to: &forms)
        }
        return forms
    }

    private static func add(_ value: JSONValue, to forms: inout [String]) {
        switch value {
        case .string(let text): forms.append(text)
        case .number(let number): if number.literal.utf8.count >= 4 { forms.append(number.literal) }
        case .array(let elements): for element in elements { add(element, to: &forms) }
        case .object(let object): for member in object { add(member.value, to: &forms) }
        case .null, .bool: break
        }
    }

    /// The report of a miss without what it says of hidden fields: a line or more for each, and lines for JSON.
    private func conditions(_ text: String) -> String {
        guard text.contains("✓") || text.contains("✗") || text.contains("at $") else { return text }
        var isHidden = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.split(separator: " ", maxSplits: 2)
            guard let first = words.first, words.count > 1 else { return String(line) }
            let indent = line.prefix { $0 == " " }
            switch first {
            case "✓", "✗":
                isHidden = words[1].contains(".") && hidesPath(String(words[1]))
                return isHidden ? "\(indent)\(first) \(words[1])  \(Self.mask)" : String(line)
            case "at":
                let path = String(words[1].filter { $0 != ":" })
                return isHidden || hidesPath(path) ? "\(indent)at \(words[1]) \(Self.mask)" : String(line)
            case "found", "hint": return isHidden ? "\(indent)\(first) \(Self.mask)" : String(line)
            default: return String(line)
            }
        }.joined(separator: "\n")
    }
}
