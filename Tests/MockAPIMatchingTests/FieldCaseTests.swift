import Foundation
import MockAPICore
import MockAPIMatching
import MockAPITestSupport
import Testing

/// Failures that other tools had, as far as they concern matching alone.
@Suite struct FieldCaseTests {
    @Test func `uri-1: an escaped slash is part of a segment, whatever the case of its digits`() throws {
        let template = RequestPattern(url: .urlPathTemplate(try PathTemplate("/files/{name}")))
        let exact = RequestPattern(url: .urlPath("/files/a/b"))
        for target in ["/files/a%2Fb", "/files/a%2fb"] {
            let subject = MatchSubject("GET \(target)")
            #expect(template.matches(subject)?["name"] == "a/b")
            #expect(exact.matches(subject) == nil)
            #expect(subject.request.rawTarget == target)
        }
        let plain = MatchSubject("GET /files/a/b")
        #expect(template.matches(plain) == nil)
        #expect(exact.matches(plain) != nil)
    }

    @Test func `uri-3: empty, repeated and nameless query pairs are kept, and an empty one is not absent`() {
        let subject = MatchSubject("GET /s?a=&b&c=1&c=2&=v&&")
        #expect(subject.query.map(\.description) == ["a=", "b=", "c=1", "c=2", "=v"])
        func matches(_ name: String, _ pattern: MultiValuePattern) -> Bool {
            RequestPattern(url: .urlPath("/s"), queryParameters: [NamedPattern(name, pattern)]).matches(subject) != nil
        }
        #expect(matches("a", .any(.equalTo(""))))
        #expect(matches("c", .hasExactly([.equalTo("1"), .equalTo("2")])))
        #expect(matches("c", .any(.equalTo("2"))))
        #expect(matches("zz", .any(.absent)))
        #expect(!matches("a", .any(.absent)))
        #expect(!matches("b", .any(.absent)))
        #expect(!matches("zz", .any(.equalTo(""))))
        #expect(!matches("c", .hasExactly([.equalTo("1")])))
    }

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `matching-4: JSON bodies are equal by value`() throws {
        let rows = try #require(try fieldCase("matching-4")["input"]?["cases"]?.array)
        #expect(rows.count == 13)
        for row in rows {
            let expected = try JSONValue(parsing: try #require(row[0]?.string))
            let body = try #require(row[1]?.string)
            // Where the case leaves it to the documentation, ours says that numbers are compared exactly.
            let isEqual = row[2]?.bool ?? false
            let subject = MatchSubject("POST /", body: body)
            let pattern = RequestPattern(bodyPatterns: [.equalToJSON(expected)])
            #expect((pattern.matches(subject) != nil) == isEqual, "\(row)")
            let differences = JSONComparison.differences(expected: expected, found: try JSONValue(parsing: body))
            #expect(differences.isEmpty == isEqual, "\(row)")
            let difference = differences.first
            if !isEqual, expected["a"] != nil {
                #expect(difference?.path.description == "$.a")
                #expect(difference?.expected == expected["a"])
            }
        }
    }

    @Test func `matching-5: a stub with a runaway regex does not match, and says why`() throws {
        let pattern = RequestPattern(url: .urlPathPattern(try RegexPattern("/(a+)+b")))
        let subject = MatchSubject("GET /" + String(repeating: "a", count: 40) + "!")
        let spent = ContinuousClock().measure { #expect(pattern.matches(subject) == nil) }
        #expect(spent < .seconds(5))
        #expect(subject.diagnostics.map(\.pattern) == ["/(a+)+b"])
        #expect(pattern.report(subject).first?.hint?.contains("took too long") == true)
    }

    private func fieldCase(_ id: String) throws -> JSONValue {
        let folder = try #require(SharedData.folder)
        let text = try String(contentsOf: folder.appendingPathComponent("cases/field.jsonl"), encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.contains("\"id\": \"\(id)\"") })
        return try JSONValue(parsing: String(line))
    }
}
