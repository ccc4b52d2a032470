import Foundation
import MockAPICore
import MockAPIScenarios
import MockAPITestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The reports that programs read, and the page; secrets are in none of them.
@Suite struct MachineReportTests {
    private static let files: KeyValuePairs = [
        "a.json": #"""
        {"name":"fine & <well>","tags":["good"],
         "stubs":[{"request":"GET /a?token=s3cret","response":{"jsonBody":{"password":"p"}}}],
         "steps":[{"name":"one","send":{"http":"GET /a?token=s3cret","headers":{"Authorization":"Bearer s3cret","X-Key":"k1"}},
                   "expect":{"status":200}}]}
        """#,
        "b.json": #"""
        {"name":"broken","stubs":[{"request":"GET /b","response":{"jsonBody":{"secret":"s3cret","n":1}}}],
         "steps":[{"name":"two","send":{"http":"GET /b"},"expect":{"json":{"secret":"x","n":2,"o":"]]>\u0001"}},"capture":{"z":"$.zz"}},
                  {"name":"three","send":{"http":"GET /{{z}}"},"expect":{"status":200}}]}
        """#,
    ]

    private func report(_ redaction: ReportRedaction = ReportRedaction()) async throws -> RunReport {
        try await ScenarioFolder(Self.files).run("", options: ScenarioRunner.Options(jobs: 1)).redacted(by: redaction)
    }

    @Test func `JUnit XML is well formed and says what each step came to`() async throws {
        let text = JUnitReport(startedAt: 1_700_000_000, hostName: "host").text(try await report())
        let counts = try #require(XMLOutline(text))
        #expect(counts.elements["testsuite"] == 2)
        #expect(counts.elements["testcase"] == 3)
        #expect(counts.elements["failure"] == 1)
        #expect(counts.elements["skipped"] == 1)
        #expect(text.contains("\n<testsuites>\n"))
        #expect(text.contains(#"<testsuite name="fine &amp; &lt;well&gt;""#))
        #expect(
            text.contains(
                #"timestamp="2023-11-14T22:13:20" hostname="host" tests="1" failures="0" errors="0" skipped="0""#))
        #expect(text.contains(#"<testcase name="step 1 &quot;two&quot;" classname="broken""#))
        #expect(text.contains("]]&gt;"))
        #expect(text.contains(#"type="json""#))
    }

    @Test func `GitHub gets an annotation for each failure and a summary in Markdown`() async throws {
        let report = try await report()
        let lines = GitHubReport().annotations(report).split(separator: "\n").map {
            $0.replacing(#/file=[^,]*b\.json/#, with: "file=b.json")
        }
        #expect(
            lines == [
                #"::error file=b.json,line=2,col=77,title=broken%2C step 1 "two"::$.secret in the body differs%0Aexpected: "x"%0Afound: "s3cret""#,
                #"::error file=b.json,line=2,col=85,title=broken%2C step 1 "two"::$.n in the body differs%0Aexpected: 2%0Afound: 1"#,
                #"::error file=b.json,line=2,col=91,title=broken%2C step 1 "two"::the body has no $.o%0Aexpected: "]]>\u0001"%0Afound: nothing"#,
            ])
        let summary = GitHubReport().summary(report)
        #expect(summary.hasPrefix("### mockapi verify: failed\n"))
        #expect(summary.contains("| 2 | 3 | 1 | 1 | 1 |"))
        #expect(summary.contains("<summary>step 1 &quot;two&quot;</summary>"))
    }

    @Test func `the page holds all steps, escaped, and needs nothing from elsewhere`() async throws {
        let text = HTMLReport(startedAt: 1_700_000_000).text(try await report())
        #expect(text.contains("<b>fine &amp; &lt;well&gt;</b>"))
        #expect(text.contains("begun at 2023-11-14 22:13:20 UTC"))
        #expect(text.components(separatedBy: "<section class=\"step\"").count == 4)
        #expect(text.contains("<tr class=\"expected\"><th>expected</th><td>2</td></tr>"))
        #expect(!text.contains("<link") && !text.contains("src=") && !text.contains("href="))
    }

    @Test func `secrets, known header fields and named values are in no report`() async throws {
        let report = try await report(ReportRedaction(names: ["x-key", "password"], secrets: ["s3cret", ""]))
        let writer = TextReport()
        let all = [
            JUnitReport(startedAt: 0, hostName: "h").text(report), GitHubReport().annotations(report),
            GitHubReport().summary(report), HTMLReport(startedAt: 0).text(report), report.json.rendered(),
            report.scenarios.map(writer.text).joined(),
        ]
        for text in all {
            #expect(!text.contains("s3cret"))
            #expect(!text.contains("k1"))
            #expect(!text.contains(#""password":"p""#))
        }
        #expect(all[3].contains("Authorization: [redacted]"))
        #expect(all[3].contains("X-Key: [redacted]"))
        #expect(all[3].contains("{&quot;password&quot;:&quot;[redacted]&quot;}"))
        #expect(all[5].contains(#"found:    "[redacted]""#))
    }
}

/// Counts the elements of a document that is well formed.
private final class XMLOutline: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]

    init?(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[name, default: 0] += 1
    }
}
