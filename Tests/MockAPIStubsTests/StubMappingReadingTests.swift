import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubMappingReadingTests {
    @Test func `a mapping has a name, an identity and a priority`() throws {
        let stub = try Stub(
            parsing: #"""
                {"id": "one", "name": "The first", "priority": 1, "persistent": true, "metadata": {"a": 1},
                 "$schema": "https://example.com/s.json", "request": "GET /a", "response": {}}
                """#)
        #expect(stub.id == "one")
        #expect(stub.name == "The first")
        #expect(stub.priority == 1)
        #expect(stub.location == nil)
        #expect(!stub.isAddedAtRunTime)
        #expect(try Stub(parsing: #"{"request": "GET /a"}"#).priority == 5)
        #expect(try Stub(parsing: #"{"uuid": "two", "request": "GET /a"}"#).id == "two")
    }

    @Test func `a text without identities gets new ones each time`() throws {
        let first = try Stub(parsing: #"{"request": "GET /a"}"#)
        let second = try Stub(parsing: #"{"request": "GET /a"}"#)
        #expect(first.id != second.id)
        #expect(first.id.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
    }

    @Test func `a stub gives back the mapping that it was read from`() throws {
        let json = #"{"request": "GET /a", "response": {"jsonBody": 1.50}}"#
        let stub = try Stub(parsing: json)
        #expect(stub.mapping?.rendered(.compact) == #"{"request":"GET /a","response":{"jsonBody":1.50}}"#)
        let loaded = StubLoader.read(#"{"mappings": [/* one */ {"request": "GET /b" /* two */}]}"#, options: .lenient)
        #expect(loaded.stubs.first?.mapping?.rendered(.compact) == #"{"request":"GET /b"}"#)
    }

    @Test(arguments: [
        (
            "{}", 1,
            #"a mapping without "request" and "response" answers everything with 200; add "request" and "response""#
        ),
        ("[]", 1, "a stub must be an object, found an array"),
        ("7", 1, "a stub must be an object, found number 7"),
        (#"{"request": {}, "id": 7}"#, 23, #""id" must be a string, found number 7; write "7""#),
        (#"{"request": {}, "id": ""}"#, 23, #""id" cannot be empty; leave it out"#),
        (#"{"request": {}, "id": "a", "uuid": "b"}"#, 36, #""id" and "uuid" differ; keep one of them"#),
        (#"{"request": {}, "name": null}"#, 25, #""name" must be a string, found null"#),
        (
            #"{"request": {}, "priority": "high"}"#, 29,
            #""priority" must be an integer, found string "high""#
        ),
        (
            #"{"request": {}, "priority": "1"}"#, 29,
            #""priority" must be an integer, found string "1"; write 1 without quotes"#
        ),
        (
            #"{"request": {}, "priority": "\#(String(repeating: "z", count: 70))"}"#, 29,
            #""priority" must be an integer, found string "\#(String(repeating: "z", count: 60))…""#
        ),
        (#"{"request": {}, "metadata": []}"#, 29, #""metadata" must be an object, found an array"#),
        (#"{"request": {}, "persistent": 1}"#, 31, #""persistent" must be true or false, found number 1"#),
        (#"{"request": {}, "responses": []}"#, 17, #""responses" is not supported yet"#),
        (#"{"request": {}, "scenarioName": "s"}"#, 17, #""scenarioName" is not supported yet"#),
        (#"{"request": {}, "times": 3}"#, 17, #""times" is not supported yet"#),
        (#"{"request": {}, "reponse": {}}"#, 17, #"unknown key "reponse"; did you mean "response"?"#),
        (#"{"request": {}, "status": 200}"#, 17, #"unknown key "status"; it belongs into a response"#),
        (#"{"request": {}, "request": {}}"#, 17, #"duplicate key "request"; keep one of them"#),
        (#"{"mappings": {}}"#, 14, #""mappings" must be a list of mappings, found an object"#),
        (#"{"mappings": [], "request": {}}"#, 18, #"unknown key "request"; it belongs into a mapping"#),
        (#"{"mappings": [1]}"#, 15, "a mapping must be an object, found number 1"),
    ])
    func `what is wrong with a mapping is said at its place`(json: String, column: Int, message: String) {
        #expect(findings(json) == [":1:\(column): error: \(message)"])
    }

    @Test func `a file of mappings gives the good ones beside what is wrong with the others`() {
        let loaded = StubLoader.read(
            #"""
            {"$schema": "s", "meta": {"total": 3}, "mappings": [
              {"id": "a", "request": "GET /a"},
              {"id": "b", "request": "GET /b", "response": {"staus": 1, "status": "x"}, "id": "c"},
              {"id": "d", "request": {"method": "GET", "url": 1}, "response": {"fault": 1}}]}
            """#)
        #expect(loaded.stubs.map(\.id) == ["a"])
        #expect(
            loaded.findings.map(\.description) == [
                #":3:49: error: unknown key "staus"; did you mean "status"?"#,
                #":3:71: error: "status" must be an integer from 100 to 999, found string "x""#,
                #":3:77: error: duplicate key "id"; keep one of them"#,
                #":4:51: error: "url" must be a string, found number 1; write "1""#,
                #":4:77: error: "fault" must be a string, found number 1; write "1""#,
            ])
    }

    @Test func `what is not supported yet stays an error for the lenient reader, the good stubs being there`() {
        let loaded = StubLoader.read(
            #"{"mappings": [{"request": "GET /a"}, {"request": "GET /b", "times": 1}]}"#, options: .lenient)
        #expect(loaded.stubs.count == 1)
        #expect(loaded.findings.map(\.description) == [#":1:60: error: "times" is not supported yet"#])
    }

    @Test func `a text that is no stub throws all that is wrong with it`() throws {
        let problems = try #require(throws: FileProblems.self) {
            try Stub(parsing: #"{"request": {"url": 1}, "response": {"status": 1}}"#)
        }
        #expect(problems.findings.count == 2)
        #expect(throws: FileProblems.self) { try Stub(parsing: "{") }
        #expect(throws: FileProblems.self) { try Stub(parsing: #"{"mappings": []}"#) }
    }

    @Test func `mappings inside another file keep its places and get stable identities`() throws {
        let text = """
            {"stubs": [
              {"request": "GET /a"},
              {"request": "GET /b", "respons": {}}]}
            """
        let document = try JSONDocument(parsing: text, file: "s.json")
        let list = try #require(document.root["stubs"])
        let loaded = list.elements.map { StubLoader.read($0) }
        #expect(loaded[0].stubs.first?.location == FileLocation(file: "s.json", line: 2, column: 3))
        #expect(
            loaded[1].findings.map(\.description) == [
                #"s.json:3:25: error: unknown key "respons"; did you mean "response"?"#
            ])
        #expect(loaded[0].stubs.first?.id == StubLoader.read(list.elements[0]).stubs.first?.id)
    }
}
