import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubPrintingTests {
    /// Prints a stub and reads it again.
    private func printedAndRead(_ stub: Stub, bodyFolder: String? = nil, lenient: Bool = false) throws -> Stub {
        try Stub(
            parsing: stub.printed().rendered(.pretty), bodyFolder: bodyFolder,
            options: StubReadingOptions(isLenient: lenient))
    }

    @Test func `stubs made by chance read back as they were, strictly and leniently`() throws {
        for seed in 0..<1_500 {
            var generator = StubGenerator(seed: UInt64(seed))
            let stub = generator.stub()
            do {
                #expect(StubFacts(try printedAndRead(stub)) == StubFacts(stub), "seed \(seed)")
                #expect(StubFacts(try printedAndRead(stub, lenient: true)) == StubFacts(stub), "seed \(seed), lenient")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `the stubs of the shared cases read back as they were`() throws {
        let file = try #require(SharedData.folder).appendingPathComponent("cases/stubs.json")
        let cases = try JSONDocument(parsing: Array(Data(contentsOf: file))).root.elements.map(\.value)
        var count = 0
        for item in cases {
            let folder = try TemporaryFolder()
            let bodyFolder = folder.path(of: "__files")
            for (name, content) in item["files"]?.object ?? [:] {
                try folder.write(content.string ?? "", to: "__files/\(name)")
            }
            let text = JSONValue.object(["mappings": item["stubs"] ?? []]).rendered(.compact)
            let loaded = StubLoader.read(text, bodyFolder: bodyFolder, options: .lenient)
            for stub in loaded.stubs {
                let name = item["id"]?.string ?? ""
                let isStrict = StubLoader.read(text, bodyFolder: bodyFolder).stubs.contains { $0.id == stub.id }
                do {
                    let back = try printedAndRead(stub, bodyFolder: bodyFolder, lenient: !isStrict)
                    #expect(StubFacts(back) == StubFacts(stub), "\(name)")
                    count += 1
                } catch {
                    Issue.record("\(name): \(error)")
                }
            }
        }
        #expect(count >= 470, "too few stubs were printed: \(count)")
    }

    @Test func `a mapping is the text as it was read, or as it would be written`() throws {
        let json = #"{"request": "GET /a", "metadata": {"x": 1}, "response": {"jsonBody": [1.0]}}"#
        #expect(try Stub(parsing: json).mapping == JSONValue(parsing: json))
        let stub = Stub(.get, "/a", id: "x") { .text("b") }
        #expect(try stub.mapping == stub.printed())
        #expect(
            stub.description == """
                {
                  "id": "x",
                  "request": {
                    "method": "GET",
                    "urlPath": "/a"
                  },
                  "response": {
                    "status": 200,
                    "headers": {
                      "Content-Type": "text/plain; charset=utf-8"
                    },
                    "body": "b"
                  }
                }
                """)
    }

    @Test(arguments: [
        (#""equalTo": "a""#, ValuePattern.equalTo("a")),
        (#""equalTo":"a","caseInsensitive":true"#, .equalTo("a", ignoringCase: true)),
        (#""equalToJson":{"a":1.50},"ignoreArrayOrder":true"#, .equalToJSON(["a": 1.5], .init(ignoreArrayOrder: true))),
        (#""equalToJson":"\"a\"""#, .equalToJSON("a")),
        (
            #""equalToJson":{"a":"${json-unit.ignore}"},"enablePlaceholders":false"#,
            .equalToJSON(["a": "${json-unit.ignore}"])
        ),
        (#""binaryEqualTo":"AQID""#, .binaryEqualTo([1, 2, 3])),
        (#""and":[{"anything":"anything"},{"not":{"absent":true}}]"#, .and([.anything, .not(.absent)])),
    ])
    func `patterns are written in the words of the format`(members: String, pattern: ValuePattern) throws {
        let stub = Stub(body: [pattern]) { .empty }
        #expect(try stub.printed()["request"]?["bodyPatterns"]?[0] == JSONValue(parsing: "{\(members)}"))
    }

    @Test func `content is written as JSON, text, Base64 or the name of a file`() throws {
        func response(_ response: StubResponse) throws -> JSONValue? {
            var object = try Stub(.get, "/a") { response }.printed()["response"]?.object
            object?["status"] = nil
            return object.map { .object($0) }
        }
        #expect(
            try response(.json([1]))
                == ["headers": ["Content-Type": "application/json"], "jsonBody": [1]])
        #expect(
            try response(.text("[ 1 ]", type: "application/json"))
                == ["headers": ["Content-Type": "application/json"], "body": "[ 1 ]"])
        #expect(
            try response(.text(#"{"a":1,"a":2}"#, type: "application/json"))
                == ["headers": ["Content-Type": "application/json"], "body": #"{"a":1,"a":2}"#])
        #expect(
            try response(.data(Data([0xFF]), type: "a/b")) == [
                "headers": ["Content-Type": "a/b"], "base64Body": "/w==",
            ])
        #expect(try response(.empty) == [:])
        #expect(try response(.file("/x/__files/y/__files/a/b.json")) == ["bodyFileName": "a/b.json"])
        #expect(
            try response(StubResponse.empty.headers(["A": "1", "B": "2", "A": "3", "a": "4"]))
                == ["headers": ["A": ["1", "3"], "B": "2", "a": "4"]])
    }

    @Test(arguments: [
        (
            Stub(.get, "/a", query: ["q": "1", "q": "2"]) { .empty },
            #""queryParameters" has several patterns for "q"; a stub file has one for each name"#
        ),
        (
            Stub(.get, "/a") { .empty.delayed(by: .microseconds(1_500)) },
            "the delay 0.0015 seconds is no whole number of milliseconds"
        ),
        (Stub(.get, "/a") { .file("/tmp/a.json") }, "the body file /tmp/a.json is in no __files folder"),
        (Stub(.get, "/a") { .file("/tmp/__files/../a.json") }, #"body file "../a.json" leads out of its folder"#),
        (
            Stub(
                request: RequestPattern(),
                response: ResponsePlan(
                    HTTPResponse(body: HTTPBody(.stream(length: nil, { AsyncThrowingStream { $0.finish() } }))))),
            "the content is a stream, which no stub file has"
        ),
        (Stub("get", "/a") { .empty }, #"methods are compared with case, so "get" is not "GET""#),
        (Stub(.get, .urlPath("a")) { .empty }, #""urlPath" must begin with a slash, found "a""#),
        (Stub(.get, "/a", host: "A.test") { .empty }, #"hosts are compared in lower case, so "A.test" is never found"#),
        (
            Stub(.get, "/a", headers: ["A": .any(.binaryEqualTo([1]))]) { .empty },
            #""binaryEqualTo" looks at bodies only"#
        ),
        (Stub(.get, "/a") { .status(99) }, #""status" must be an integer from 100 to 999, found number 99"#),
        (
            Stub(.get, "/a") { .empty.header("A", "b\r\nC: d") },
            #"the value of header "A" holds a line break"#
        ),
        (
            Stub(.get, "/a") { .fault(.emptyResponse).truncated(after: 1) },
            #""fault" and "truncateAfter" exclude each other"#
        ),
        (
            Stub(body: [.equalToJSON([:], .init(ignoreArrayOrder: true, objectsMayHaveMore: true))]) { .empty },
            "no stub file can say what this stub is"
        ),
        (Stub(.one("ANY"), "/a") { .empty }, "no stub file can say what this stub is"),
    ])
    func `what no stub file can say is not printed`(stub: Stub, message: String) {
        let error = #expect(throws: StubPrintingError.self) { try stub.printed() }
        #expect(error?.description == message)
        #expect(stub.mapping == nil)
        #expect(stub.description == stub.reference.description)
    }
}
