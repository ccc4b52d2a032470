import Foundation
import Testing

/// README.md, and the examples in it: code blocks below a comment `<!-- example: KIND -->`.
struct ReadmeDocument {
    /// A code block and what is to be done with it.
    struct Example: CustomTestStringConvertible {
        var kind: String
        var lines: [String]
        var line: Int

        var text: String { lines.joined(separator: "\n") + "\n" }
        var testDescription: String { "README.md:\(line), \(kind)" }
    }

    /// The folder of the package.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    let text: String
    let examples: [Example]
    /// The lines of code blocks that no comment marks.
    let unmarked: [Int]

    init() throws {
        text = try String(contentsOf: Self.package.appendingPathComponent("README.md"), encoding: .utf8)
        var examples: [Example] = []
        var unmarked: [Int] = []
        var kind: String?
        var isInside = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                if !isInside {
                    if let kind {
                        examples.append(Example(kind: kind, lines: [], line: index + 1))
                    } else {
                        unmarked.append(index + 1)
                        examples.append(Example(kind: "", lines: [], line: index + 1))
                    }
                    kind = nil
                }
                isInside.toggle()
            } else if isInside {
                examples[examples.count - 1].lines.append(line)
            } else if line.hasPrefix("<!-- example: "), line.hasSuffix(" -->") {
                kind = String(line.dropFirst(14).dropLast(4))
            }
        }
        self.examples = examples
        self.unmarked = unmarked
    }

    /// The examples of one kind; the test fails where there is none.
    static func examples(_ kind: String) -> [Example] {
        do {
            let examples = try ReadmeDocument().examples.filter { $0.kind == kind || $0.kind.hasPrefix(kind + " ") }
            if examples.isEmpty { Issue.record("README.md has no example of kind \(kind)") }
            return examples
        } catch {
            Issue.record(error)
            return []
        }
    }

    /// Whether a text is what an example shows: `…` stands for anything in a line, and alone in a line for any lines.
    static func matches(_ text: String, shown: [String]) -> Bool {
        var pattern = ""
        for line in shown {
            if line == "…" {
                pattern += "(?:[^\\n]*\\n)*?"
            } else {
                pattern += NSRegularExpression.escapedPattern(for: line).replacingOccurrences(of: "…", with: "[^\\n]*")
                pattern += "\\n"
            }
        }
        return text.range(of: "\\A\(pattern)\\z", options: .regularExpression) != nil
    }
}
