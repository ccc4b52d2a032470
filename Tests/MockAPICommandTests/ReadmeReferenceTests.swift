import MockAPIClient
import MockAPICore
import Testing

@testable import MockAPICommand
@testable import MockAPIScenarios
@testable import MockAPIStubs

/// Whatever a user may write is named in README.md.
@Suite struct ReadmeReferenceTests {
    private let text: String

    init() throws { text = try ReadmeDocument().text }

    @Test func `every command and every flag is named`() {
        for command in MockAPICommand.commands {
            #expect(text.contains("mockapi \(command.name)"))
            for option in command.options {
                #expect(text.contains("`--\(option.name)"), "\(command.name) \(option.name)")
            }
        }
    }

    @Test func `every limit is named`() {
        for limit in ServeLimit.allCases { #expect(text.contains(" | `\(limit.rawValue)` | "), "\(limit)") }
    }

    @Test func `every exit code is named`() {
        for code in ExitCode.allCases { #expect(text.contains("\n| \(code.rawValue) | "), "\(code)") }
    }

    @Test func `every key of stub files is named`() {
        let tables: [KeyTable] = [
            .file, .mapping, .request, .method, .credentials, .response, .pattern, .multiValuePattern,
        ]
        for key in Set(tables.flatMap(\.supportedKeys)) {
            #expect(text.contains("`\(key)`") || text.contains("\"\(key)\":"), "\(key)")
        }
    }

    @Test func `every key of scenario files is named`() {
        for key in Set(ObjectKeys.all.flatMap(\.known)) {
            #expect(text.contains("`\(key)`") || text.contains("\"\(key)\":"), "\(key)")
        }
    }

    @Test func `every reason of a failing network is named`() {
        for reason in TransportError.Reason.allCases { #expect(text.contains("`\(reason.rawValue)`")) }
    }
}
