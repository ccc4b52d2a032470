import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

@Suite struct ShapeReadingTests {
    private static func mapping(_ shape: String) -> String {
        #"{"request": {"urlPath": "/a", "bodyPatterns": [{"matchesShape": \#(shape)}]}, "response": {}}"#
    }

    @Test func `stubs on one path are told apart by their shapes`() throws {
        let stubs = try (0..<50).map { number in
            try Stub(
                parsing: Self.mapping(
                    #"{"id": {"$type": "integer"}, "kind": "k\#(number)", "tags": {"$each": {"$type": "string"}}}"#))
        }
        let engine = StubEngine(stubs: stubs)
        for number in 0..<50 {
            let body = #"{"id": \#(number), "kind": "k\#(number)", "tags": ["a"], "more": 1}"#
            #expect(engine.answer(received(.post, "/a", body: body)).stub?.id == stubs[number].id)
        }
        let body = #"{"id": "1", "kind": "k1", "tags": []}"#
        #expect(engine.answer(received(.post, "/a", body: body)).stub == nil)
    }

    @Test func `a shape is printed as it was written`() throws {
        let stub = try Stub(
            parsing: Self.mapping(#"{"id": {"$type": "integer"}, "name": {"$matches": {"contains": "x"}}}"#))
        let printed = try stub.printed()
        #expect(
            printed["request"]?["bodyPatterns"]
                == [["matchesShape": ["id": ["$type": "integer"], "name": ["$matches": ["contains": "x"]]]]])
        #expect(try Stub(parsing: printed.rendered()).request == stub.request)
    }

    @Test(arguments: [
        (#"{"id": {"$type": "int3ger"}}"#, #":1:82: error: unknown type "int3ger"; did you mean "integer"?"#),
        (#"{"id": {"$matches": {"contain": "x"}}}"#, #":1:85: error: unknown key "contain"; did you mean "contains"?"#),
    ])
    func `what is wrong with a matcher is said at its place`(_ shape: String, _ finding: String) {
        let findings = StubLoader.read(Self.mapping(shape)).findings.map(\.description)
        #expect(findings == [finding])
    }
}
