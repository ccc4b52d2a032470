import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubLoaderTests {
    private func mapping(_ id: String) -> String { #"{"id": "\#(id)", "request": "GET /\#(id)"}"# }

    @Test func `files are read in the order of their paths, each segment by Unicode scalars`() throws {
        let folder = try TemporaryFolder()
        let paths = [
            "a/z.json", "a-b.json", "a.json", "Z.json", "é.json", "e\u{301}.json", "z/y/x.json", "z.json", "ｚ.json",
        ]
        for path in paths.shuffled() { try folder.write(#"{"request": "GET /"}"#, to: path) }
        let loaded = load(folder)
        let sorted = [
            "Z.json", "a/z.json", "a-b.json", "a.json", "e\u{301}.json", "z/y/x.json", "z.json", "é.json", "ｚ.json",
        ]
        #expect(loaded.findings == [])
        #expect(loaded.files.map { Array($0.utf8) } == sorted.map { Array("stubs/\($0)".utf8) })
        #expect(loaded.stubs.map { $0.location?.file } == loaded.files)
    }

    @Test func `dot names, other extensions and body files are left alone`() throws {
        let folder = try TemporaryFolder([
            ".hidden.json": "{", ".git/a.json": "{", "__files/body.json": "{", "sub/__files/deep/b.json": "{",
            "a.json~": "{", ".a.json.swp": "{", "#a.json#": "{", "4913": "{", "a.json.tmp": "{", "A.JSON": "{",
            "notes.txt": "{", "a.json": mapping("a"), ".json": "{",
        ])
        let loaded = load(folder)
        #expect(loaded.findings == [])
        #expect(loaded.stubs.map(\.id) == ["a"])
    }

    @Test func `a WireMock folder works as it is`() throws {
        let folder = try TemporaryFolder([
            "mappings/users/list.json": """
            {"mappings": [{"request": {"method": "GET", "urlPath": "/users"},
              "response": {"status": 200, "bodyFileName": "users/list.json"}}], "meta": {"total": 1}}
            """,
            "__files/users/list.json": "[1]",
        ])
        let loaded = load(folder)
        #expect(loaded.findings == [])
        #expect(loaded.stubs.first?.response.response.body.length == 3)
    }

    @Test func `a file with steps is a scenario and no stub file`() throws {
        let folder = try TemporaryFolder(["a.json": mapping("a"), "s.json": #"{"steps": [], "name": "s"}"#])
        let loaded = load(folder)
        #expect(loaded.findings == [])
        #expect(loaded.files == ["stubs/a.json"])
        #expect(loaded.scenarioFiles == ["stubs/s.json"])
    }

    @Test func `one file can be read, whatever its name`() throws {
        let folder = try TemporaryFolder(["x.stub": mapping("x"), "b.json": mapping("b")])
        #expect(StubLoader.load(folder.path(of: "x.stub")).stubs.map(\.id) == ["x"])
    }

    @Test func `a path that leads nowhere and a folder without stubs are said`() throws {
        let folder = try TemporaryFolder()
        let missing = StubLoader.load(folder.path(of: "none"), shownPath: "none")
        #expect(missing.findings.map(\.description) == ["error: there is no file or folder none"])
        let empty = StubLoader.load(folder.path, shownPath: "stubs/")
        #expect(
            empty.findings.map(\.description) == [
                "warning: there are no stub files in stubs/; stub files end in .json"
            ])
    }

    @Test func `a link that leads back up is walked once`() throws {
        let folder = try TemporaryFolder(["a/a.json": mapping("a")])
        try folder.link("a/up", to: "..")
        #expect(load(folder).stubs.map(\.id) == ["a"])
    }

    @Test func `a file that is too large for memory is named, and one whose name is no UTF-8`() throws {
        let folder = try TemporaryFolder(["huge.json": ""])
        try #require(truncate(folder.path(of: "huge.json"), 1 << 42) == 0)
        #expect(load(folder).findings.map(\.description) == ["error: cannot read stubs/huge.json: File too large"])
        #if os(Linux)
        let name = folder.path.utf8CString.dropLast() + "/\u{1}.json".utf8CString
        let path = name.map { $0 == 1 ? CChar(bitPattern: 0xFF) : $0 }
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        #expect(
            load(folder).findings.map(\.description).contains(
                "warning: stubs/\u{FFFD}.json has a name that is no UTF-8"))
        #endif
    }

    @Test func `a link to nothing is doubtful`() throws {
        let folder = try TemporaryFolder(["a.json": mapping("a")])
        try folder.link("b.json", to: "nowhere.json")
        #expect(load(folder).findings.map(\.description) == ["warning: stubs/b.json is a link to nothing"])
    }

    /// Field case stubfiles-2, its files written in this format.
    @Test func `every bad file is named with its place and reason, and the good ones are there`() throws {
        func file(_ path: String, _ response: String) -> String {
            #"{"request":"GET \#(path)","response":\#(response)"#
        }
        let folder = try TemporaryFolder([
            "a-trailing.json": file("/a", #"{"status":200}"#) + ",}",
            "b-comment.json": "// note\n" + file("/b", #"{"status":200}"#) + "}",
            "c-two.json": file("/c1", #"{"status":200}"#) + "}\n" + file("/c2", #"{"status":200}"#) + "}",
            "d-nan.json": file("/d", #"{"status":NaN}"#) + "}",
            "e-bom.json": "\u{FEFF}" + file("/e", #"{"status":200}"#) + "}",
            "g-unknown.json": file("/g", #"{"staus":200}"#) + "}",
            "h-empty.json": "",
            "i-status.json": file("/i", #"{"status":"200"}"#) + "}",
            "j-good.json": mapping("j"),
        ])
        let utf16 = try #require((file("/f", #"{"status":200}"#) + "}").data(using: .utf16LittleEndian))
        try folder.write(utf16, to: "f-utf16.json")

        let strict = load(folder)
        let places = strict.findings.map {
            "\($0.location?.description ?? "")".replacingOccurrences(of: "stubs/", with: "")
        }
        #expect(
            places == [
                "a-trailing.json:1:46", "b-comment.json:1:1", "c-two.json:2:1", "d-nan.json:1:42", "f-utf16.json:1:1",
                "g-unknown.json:1:33", "h-empty.json:1:1", "i-status.json:1:42",
            ], "\(strict.findings)")
        #expect(strict.findings.allSatisfy { $0.severity == .error })
        #expect(strict.findings.map(\.message).contains(#"unknown key "staus""#))
        #expect(
            strict.findings.map(\.message).contains(
                #""status" must be an integer from 100 to 999, found string "200""#))
        #expect(strict.stubs.map { $0.location?.file } == ["stubs/e-bom.json", "stubs/j-good.json"])
        #expect(strict.stubs.first?.location == FileLocation(file: "stubs/e-bom.json", line: 1, column: 1))
        let problems = #expect(throws: FileProblems.self) { try strict.stubsOrThrow() }
        #expect(problems?.findings.count == 8)

        let lenient = load(folder, lenient: true)
        #expect(
            lenient.findings.filter { $0.severity == .error }.compactMap { $0.location?.file } == [
                "stubs/a-trailing.json", "stubs/c-two.json", "stubs/d-nan.json", "stubs/f-utf16.json",
                "stubs/h-empty.json", "stubs/i-status.json",
            ])
        #expect(
            lenient.findings.filter { $0.severity == .warning }.map(\.description) == [
                #"stubs/g-unknown.json:1:33: warning: unknown key "staus"; did you mean "status"?"#
            ])
        #expect(
            lenient.stubs.compactMap { $0.location?.file } == [
                "stubs/b-comment.json", "stubs/e-bom.json", "stubs/g-unknown.json", "stubs/j-good.json",
            ])
    }

    @Test func `an identity that is taken is an error, and the lenient reader lets the later stub have it`() throws {
        let folder = try TemporaryFolder([
            "a.json": #"{"id": "x", "request": "GET /1"}"#,
            "b.json": #"{"mappings": [{"uuid": "x", "request": "GET /2"}, {"id": "y", "request": "GET /3"}]}"#,
        ])
        #expect(
            load(folder).findings.map(\.description) == [
                #"stubs/b.json:1:24: error: the id "x" is taken by the stub at stubs/a.json:1:8; "#
                    + "give each stub an id of its own"
            ])
        let lenient = load(folder, lenient: true)
        #expect(
            lenient.findings.map(\.description) == [
                #"stubs/b.json:1:24: warning: the id "x" is taken by the stub at stubs/a.json:1:8; "#
                    + "this stub takes its place"
            ])
        let engine = StubEngine(stubs: lenient.stubs)
        #expect(engine.stubs.count == 2)
        #expect(engine.text(.get, "/1") == "miss")
        #expect(engine.text(.get, "/2") == "")
    }

    @Test func `a stub without an identity gets one of its file's path and its position`() throws {
        let two = #"{"mappings": [{"request": "GET /1"}, {"request": "GET /2"}]}"#
        let first = try TemporaryFolder(["a/b.json": two])
        let second = try TemporaryFolder(["a/b.json": two, "0.json": #"{"request": "GET /0"}"#])
        let ids = load(first).stubs.map(\.id)
        #expect(Set(ids).count == 2)
        #expect(Array(load(second).stubs.map(\.id).dropFirst()) == ids)
        #expect(
            ids == ["a07d561d-9faa-84fa-9b93-7fc6ba2494bb", "33055680-0402-81f0-b8dd-ea64d66532ea"],
            "identities must never change, since state is kept by them")
    }

    @Test func `a stub of a file knows its place`() throws {
        let folder = try TemporaryFolder([
            "a.json": "{\"mappings\": [\n  {\"request\": \"GET /1\"},\n\t{\"request\": \"GET /2\"}]}"
        ])
        #expect(load(folder).stubs.map { $0.location?.description } == ["stubs/a.json:2:3", "stubs/a.json:3:2"])
        #expect(load(folder).stubs.map(\.reference.place) == ["stubs/a.json:2", "stubs/a.json:3"])
    }
}
