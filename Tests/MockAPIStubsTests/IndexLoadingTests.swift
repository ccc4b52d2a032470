import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct IndexLoadingTests {
    private func mapping(_ id: String) -> String { #"{"id": "\#(id)", "request": "GET /\#(id)"}"# }

    @Test func `findings have their places, in whatever part of a long file they are`() throws {
        let folder = try TemporaryFolder([
            "a.json": """
            {"mappings": [
              {"request": "GET /a", "respons": {}},
              {"request": "GET /b", "request": "GET /b"},
              {"id": "x", "request": "GET /c"}, 7,
              {"id": "x", "request": "GET /d"}
            ], "metta": {}, "meta": {}, "meta": {}}
            """
        ])
        let loaded = load(folder)
        #expect(
            loaded.findings.map(\.description) == [
                #"stubs/a.json:2:25: error: unknown key "respons"; did you mean "response"?"#,
                #"stubs/a.json:3:25: error: duplicate key "request"; keep one of them"#,
                #"stubs/a.json:4:37: error: a mapping must be an object, found number 7"#,
                #"stubs/a.json:5:10: error: the id "x" is taken by the stub at stubs/a.json:4:10; give each stub an id of its own"#,
                #"stubs/a.json:6:4: error: unknown key "metta"; did you mean "meta"?"#,
                #"stubs/a.json:6:29: error: duplicate key "meta"; keep one of them"#,
            ])
        #expect(loaded.stubs.map(\.id) == ["x", "x"])
    }

    /// A text that is read on several threads, a mapping a line from the second line on; every 250th has a key that is
    /// unknown.
    private func longText(_ count: Int = 1000, id: String = "s") -> String {
        let filler = String(repeating: "x", count: 300)
        let lines = (0..<count).map { number in
            let key = number % 250 == 249 ? "respons" : "response"
            return
                #"{"id": "\#(id)\#(number)", "request": "GET /\#(number)", "\#(key)": {"body": "\#(filler)\#(number)"}}"#
        }
        return "{\"mappings\": [\n\(lines.joined(separator: ",\n"))\n]}"
    }

    @Test func `a long file is read like a short one, its stubs in order and its findings at their places`() throws {
        let folder = try TemporaryFolder(["a.json": longText()])
        let loaded = load(folder)
        let good = (0..<1000).filter { $0 % 250 != 249 }
        #expect(loaded.stubs.map(\.id) == good.map { "s\($0)" })
        #expect(loaded.stubs.map { $0.location?.line } == good.map { $0 + 2 })
        #expect(loaded.stubs.allSatisfy { $0.location?.column == 1 })
        #expect(
            loaded.findings.map { $0.location?.line } == [251, 501, 751, 1001])
        #expect(
            loaded.findings.first?.description
                == #"stubs/a.json:251:39: error: unknown key "respons"; did you mean "response"?"#)
        let bodies = loaded.stubs.map {
            String(decoding: $0.response.response.body.bytes ?? [], as: UTF8.self).suffix(5)
        }
        #expect(bodies == good.map { String("xxxxx\($0)".suffix(5))[...] })
    }

    @Test func `ids of a long file that are repeated in it are reported where they stand`() throws {
        var text = longText()
        text = text.replacingOccurrences(of: #""id": "s900""#, with: #""id": "s10""#)
        let loaded = load(try TemporaryFolder(["a.json": text]))
        #expect(
            loaded.findings.map(\.description).contains(
                #"stubs/a.json:902:8: error: the id "s10" is taken by the stub at stubs/a.json:12:8; give each stub an id of its own"#
            ))
    }

    @Test func `a long file that is wrong at its end has no stub, and of repeated mappings the last ones`() throws {
        let wrong = load(try TemporaryFolder(["a.json": longText() + "x"]))
        #expect(wrong.stubs.isEmpty)
        #expect(wrong.findings.map { $0.location?.line } == [1002])
        let repeated = String(longText().dropLast()) + ", \"mappings\": " + longText(4, id: "t").dropFirst(12)
        let loaded = StubLoader.read(repeated, options: .lenient)
        #expect(loaded.stubs.map(\.id) == ["t0", "t1", "t2", "t3"])
        #expect(loaded.findings.map(\.message) == ["duplicate key \"mappings\""])
    }

    @Test func `text that is wrong after the mappings leaves no stub of the file`() throws {
        let folder = try TemporaryFolder(["a.json": #"{"mappings": [{"request": "GOT /"}, \#(mapping("a"))], }"#])
        let loaded = load(folder)
        #expect(loaded.stubs.isEmpty)
        #expect(loaded.findings.count == 1)
        #expect(loaded.findings.first?.location?.column == 70)
    }

    @Test func `steps after the mappings make a scenario`() throws {
        let folder = try TemporaryFolder(["s.json": #"{"mappings": [{"bad": 1}, \#(mapping("a"))], "steps": []}"#])
        let loaded = load(folder)
        #expect(loaded.findings == [])
        #expect(loaded.stubs.isEmpty)
        #expect(loaded.scenarioFiles == ["stubs/s.json"])
    }

    @Test func `of repeated mappings the lenient reader takes the last, the strict one none`() throws {
        let text = #"{"mappings": [{"bad": 1}, \#(mapping("a"))], "mappings": [\#(mapping("b"))]}"#
        let lenient = StubLoader.read(text, options: .lenient)
        #expect(lenient.stubs.map(\.id) == ["b"])
        #expect(
            lenient.findings.map(\.description) == [#":1:62: warning: duplicate key "mappings"; the last one is read"#])
        #expect(StubLoader.read(text).findings.contains { $0.message.contains("duplicate key") })
        #expect(StubLoader.read(#"{"mappings": [\#(mapping("a"))], "mappings": 1}"#, options: .lenient).stubs.isEmpty)
        #expect(StubLoader.read(#"{"mappings": {}}"#).hasErrors)
    }

    @Test func `mappings with the same text of a response share one answer, and have their own findings`() throws {
        let response = #"{"status": 201, "headers": {"X-A": "b"}, "jsonBody": {"some": "content"}}"#
        let other = #"{"status": 201, "headers": {"X-A": "b"}, "jsonBody": {"some": "kontent"}}"#
        let wrong = #"{"status": 201, "headers": {"X-A": "b"}, "jsonBody": {"some": "content"}, "x": 1}"#
        func mappings(_ responses: [String]) -> String {
            let all = responses.enumerated().map { #"{"request": "GET /\#($0.offset)", "response": \#($0.element)}"# }
            return #"{"mappings": [\#(all.joined(separator: ", "))]}"#
        }
        let stubs = StubLoader.read(mappings([response, other, response])).stubs
        let prepared = try stubs.map { try #require($0.prepared) }
        #expect(prepared[0].isSame(as: prepared[2]))
        #expect(!prepared[0].isSame(as: prepared[1]))
        #expect(String(decoding: prepared[1].body, as: UTF8.self) == #"{"some":"kontent"}"#)
        #expect(StubLoader.read(mappings([wrong, response, wrong])).findings.count == 2)
        // Each answer of the lenient reader names its stub.
        let lenient = StubLoader.read(mappings([response, response]), options: .lenient).stubs
        let heads = lenient.map { String(decoding: $0.prepared?.head ?? [], as: UTF8.self) }
        #expect(zip(lenient, heads).allSatisfy { $1.contains("Matched-Stub-Id: \($0.id)") })
    }

    @Test func `a large file is opened again for a mapping, and a mapping that changed meanwhile is not shown`() throws
    {
        let filler = String(repeating: " ", count: 300_000)
        let folder = try TemporaryFolder([
            "small.json": mapping("small"),
            "large.json": #"{"mappings": [\#(mapping("one")),\#(filler)\#(mapping("two"))]}"#,
        ])
        let stubs = load(folder).stubs
        #expect(stubs.map { $0.mapping?["id"]?.string } == ["one", "two", "small"])
        try folder.write(#"{"mappings": [\#(mapping("eno")),\#(filler)\#(mapping("two"))]}"#, to: "large.json")
        #expect(stubs.map { $0.mapping?["id"]?.string }.dropFirst() == ["two", "small"])
        #expect(stubs.first?.mapping?["id"] != "eno")
        try folder.write("", to: "large.json")
        #expect(stubs[1].mapping?["request"] != "GET /one")
    }
}
