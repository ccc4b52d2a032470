import MockAPICore
import Testing

@testable import MockAPIScenarios

/// Secrets are found however they are written, and nothing else is taken for one.
@Suite struct ReportRedactionTests {
    @Test(arguments: [
        ("p@ss word", "/k/p@ss%20word/x", "/k/[redacted]/x"), ("p@ss word", "a=p%40ss+word&b", "a=[redacted]&b"),
        ("ö ~9zz", "x=%C3%B6+%7E9zz", "x=[redacted]"), ("é 9zz", "/k/%c3%A9+9zz", "/k/[redacted]"),
        ("é 9zz", "/k/é%209zz", "/k/[redacted]"), ("a b", "q=a%2520b", "q=[redacted]"),
        ("hun&ter99", "/?x=hun&ter99&y=1", "/?x=[redacted]&y=1"),
        ("P&ss9<", "<a>P&amp;ss9&lt;</a>", "<a>[redacted]</a>"),
        ("P'ss\"", "P&#39;ss&quot; P&#x27;ss&apos; P&apos;ss&#34;", "[redacted] P&#x27;ss&apos; [redacted]"),
        ("caf\u{E9}/\"x", #"caf\u00e9\/\"x caf\u00E9/\\\"x"#, "[redacted] [redacted]"),
        ("a\\b\nc", #"a\\b\nc a\\\\b\\nc"#, "[redacted] [redacted]"), ("k😀y", #"k\ud83d\uDE00y"#, "[redacted]"),
        ("100%25", "100%25 100%2525", "[redacted] [redacted]"), ("it's", #"'it'\''s'"#, "'[redacted]'"),
        ("hunter2", "hunt… hun…", "[redacted]… hun…"), (" pad ", "k: pad", "k: [redacted]"),
        ("abcd", "abcabcd abcdabcd", "abc[redacted] [redacted][redacted]"),
        ("x", "[redacted] x", "[redacted] [redacted]"),
        ("e\u{301}", "e\u{301}a", "[redacted]a"), ("hunter2", "hunter3 Hunter2 hunte", "hunter3 Hunter2 hunte"),
    ])
    func `a secret is found in each of its encoded forms`(_ secret: String, _ text: String, _ expected: String) {
        #expect(ReportRedaction(secrets: [secret]).text(text) == expected)
    }

    @Test func `a secret is found behind more backslashes than strings within strings have`() {
        let many = String(repeating: "\\", count: 40)
        #expect(ReportRedaction(secrets: ["\nx\ny"]).text("\(many)nx\(many)ny") == "[redacted]")
        #expect(ReportRedaction(secrets: ["k😀y"]).text("k\(many)ud83d\(many)ude00y") == "[redacted]")
        #expect(ReportRedaction(secrets: ["a\\\\b"]).text("a\(many.prefix(16))b") == "[redacted]")
        #expect(ReportRedaction(secrets: ["a\\b", "%&c"]).text("a\(many)b%%25%26c") == "a\(many)b%[redacted]")
    }

    @Test func `of a report whose scenarios are without secrets already, nothing is taken out again`() {
        let place = FileLocation(file: "a.json", line: 1, column: 1)
        let step = StepReport(name: "of hunter2", number: 1, location: place, status: .passed)
        let scenario = ScenarioReport(name: "a hunter2", file: "a.json", tags: [], duration: .zero, steps: [step])
        let report = RunReport(scenarios: [scenario], duration: .zero)
        let redaction = ReportRedaction(secrets: ["hunter2"])
        #expect(report.redacted(by: redaction).scenarios.map(\.name) == ["a [redacted]"])
        var known = scenario.redacted(by: redaction)
        #expect(known.steps.map(\.name) == ["of [redacted]"])
        known.name = "known"
        #expect(report.redacted(by: redaction, known: [known]).scenarios.map(\.name) == ["known"])
    }

    @Test func `secrets that overlap leave nothing of one another`() {
        #expect(ReportRedaction(secrets: ["abc", "bcdef"]).text("-abcdef-") == "-[redacted]-")
    }

    @Test(arguments: [
        "aHVudGVyMg==",  // hunter2
        "dXNlcjpodW50ZXIy",  // user:hunter2
        "YWh1bnRlcjJi",  // ahunter2b
        "YWJodW50ZXIyYw==",  // abhunter2c
    ])
    func `a secret is found in Base64, wherever it begins there`(_ text: String) {
        let found = ReportRedaction(secrets: ["hunter2"]).text(text)
        #expect(found.contains("[redacted]"), "\(found)")
        #expect(found.utf8.count <= text.utf8.count + 4)
    }

    @Test func `Base64 for URLs is found, and that of a short secret is left alone`() {
        #expect(ReportRedaction(secrets: ["???>>>"]).text("Pz8_Pj4- Pz8/Pj4%2B") == "[redacted] [redacted]")
        #expect(ReportRedaction(secrets: ["ab"]).text("YWI=") == "YWI=")
    }

    @Test(arguments: [
        (#""hunter2""#, #"a hunter2 "hunter2""#, "a [redacted] [redacted]"),
        (
            #"{"user":"ann", "key": ["k1","k2"], "pin":12345, "n":7}"#, "ann k1 k2 12345 7",
            "[redacted] [redacted] [redacted] [redacted] 7"
        ),
        (#"{ "n": 7 }"#, #"as {"n":7}, { "n": 7 }"#, "as [redacted], [redacted]"),
    ])
    func `of a secret that is JSON, the value and the texts in it are hidden`(
        _ secret: String, _ text: String, _ expected: String
    ) {
        #expect(ReportRedaction(secrets: [secret]).text(text) == expected)
    }

    @Test(arguments: [
        (#"{"password": "hunter2", broken"#, #"{"password": "[redacted]", broken"#),
        (#"{"password": "hun\"ter2"#, #"{"password": "[redacted]"#),
        (#"found "{\"password\": \"hun\\\"ter2\",\"b\":1}""#, #"found "{\"password\": \"[redacted]\",\"b\":1}""#),
        (#"say "x" {"Password":{"a":["}"]},"b":1}"#, #"say "x" {"Password":[redacted],"b":1}"#),
        (#"{"password":123,"b":"password"}"#, #"{"password":[redacted],"b":"password"}"#),
        ("GET /x?password=abc&y=1 matches no stub", "GET /x?password=[redacted]&y=1 matches no stub"),
        (
            "    ✗ form.password  expected \"a\"\n       found    \"b\"\n    ✓ method  GET",
            "    ✗ form.password  [redacted]\n       found [redacted]\n    ✓ method  GET"
        ),
        ("  at $.a.password: expected \"a\", found \"b\"", "  at $.a.password: [redacted]"),
        (#"the "password" is wrong: "x""#, #"the "password" is wrong: "x""#),
    ])
    func `values of hidden names are left out of broken JSON and of prose`(_ text: String, _ expected: String) {
        #expect(ReportRedaction(names: ["password"]).prose(text) == expected)
    }
}
