import MockAPIScenarios
import Testing

/// Matchers of header fields and query pairs that come several times.
@Suite struct FieldValueTests {
    @Test(
        arguments: [
            (#"{"$not":"one"}"#, false), (#"{"$not":"two"}"#, false), (#"{"$not":"three"}"#, true),
            (#"{"$not":{"$regex":"o.*"}}"#, false), (#"{"$not":{"$regex":"x.*"}}"#, true),
            (#"{"$not":{"$not":"one"}}"#, true), (#"{"$not":{"$not":"x"}}"#, false),
            (#"{"$not":["one","two"]}"#, false),
            (#"{"$not":["two","one"]}"#, true), (#"{"$not":{"$absent":true}}"#, true), (#"{"$absent":true}"#, false),
            (#"{"$not":"one","$regex":"t.*"}"#, false), (#"{"$not":"x","$regex":"t.*"}"#, true),
            (#"{"$not":"x","$regex":"z.*"}"#, false), (#"{"$not":{"$any":true}}"#, false), (#"{"$regex":"t.*"}"#, true),
            (#"{"$not":{"$length":3}}"#, false),
        ])
    func `what is ruled out may be none of the values`(matcher: String, holds: Bool) async throws {
        try await expect(matcher, holds, of: ["one", "two"])
    }

    @Test(
        arguments: [
            (#"{"$not":1}"#, false), (#"{"$not":"1"}"#, false), (#"{"$not":1.0}"#, false), (#"{"$not":2}"#, true),
            (#"{"$not":{"$type":"integer"}}"#, false), (#"{"$not":true}"#, true), (#"{"$not":null}"#, true),
        ])
    func `a text that reads as a number is ruled out as one, too`(matcher: String, holds: Bool) async throws {
        try await expect(matcher, holds, of: ["1"])
    }

    private func expect(_ matcher: String, _ holds: Bool, of values: [String]) async throws {
        let list = "[" + values.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let query = values.map { "q=\($0)" }.joined(separator: "&")
        let folder = try ScenarioFolder(
            scenario: #"""
                {"stubs":[{"request":"GET /","response":{"headers":{"X-R":\#(list)}}}],"steps":[
                 {"send":{"http":"GET /?\#(query)"},"expect":{"headers":{"X-R":\#(matcher)}}},
                 {"send":{"http":"GET /?\#(query)"},"expect":{"sent":{"query":{"q":\#(matcher)}}}}]}
                """#)
        let report = try await folder.run()
        let statuses = try #require(report.scenarios.first).steps.map(\.status)
        #expect(statuses == (holds ? [.passed, .passed] : [.failed, .failed]), "\(matcher)")
    }
}
