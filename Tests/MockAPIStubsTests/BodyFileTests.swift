import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct BodyFileTests {
    private func mapping(_ name: String) -> String {
        #"{"request": "GET /\#(name)", "response": {"bodyFileName": "\#(name)"}}"#
    }

    private func body(_ stub: Stub?) async throws -> String {
        let stub = try #require(stub)
        let transport = StubTransport(stubs: [stub])
        guard case .urlPath(let path) = stub.request.url else { return "" }
        let response = try await transport.send(request(.get, path.text))
        return String(decoding: response.body.bytes ?? [], as: UTF8.self)
    }

    @Test func `the nearest body folder at or above the stub file is used, and none above the root`() async throws {
        let folder = try TemporaryFolder([
            "__files/x": "outside", "stubs/top.json": mapping("x"), "stubs/__files/x": "root",
            "stubs/a/mid.json": mapping("x"), "stubs/a/__files/x": "near", "stubs/a/b/c/low.json": mapping("x"),
            "stubs/d/low.json": mapping("x"),
        ])
        let loaded = StubLoader.load(folder.path(of: "stubs"), shownPath: "stubs")
        #expect(loaded.findings == [])
        var bodies: [String: String] = [:]
        for stub in loaded.stubs { bodies[stub.location?.file ?? ""] = try await body(stub) }
        #expect(
            bodies == [
                "stubs/top.json": "root", "stubs/a/mid.json": "near", "stubs/a/b/c/low.json": "near",
                "stubs/d/low.json": "root",
            ])
        let inner = StubLoader.load(folder.path(of: "stubs/d"), shownPath: "d")
        #expect(
            inner.findings.map(\.description) == [
                #"d/low.json:1:52: error: there is no body file "x": no __files folder; "#
                    + "put it into a __files folder beside this file or above it"
            ])
    }

    /// Field case stubfiles-4, its part at load.
    @Test(arguments: [
        ("../outside.txt", #"body file "../outside.txt" leads out of its folder"#),
        ("/etc/passwd", #"body file "/etc/passwd" is an absolute path"#),
        ("a/../../outside.txt", #"body file "a/../../outside.txt" leads out of its folder"#),
        ("a/../ok.txt", #"body file "a/../ok.txt" leads out of its folder"#),
        ("./ok.txt", #"body file "./ok.txt" has an empty segment"#),
        ("a//ok.txt", #"body file "a//ok.txt" has an empty segment"#),
        ("..\\\\outside.txt", #"body file "..\outside.txt" holds a backslash"#),
        ("ok.txt\\u0000.png", "a body file name cannot hold NUL"),
        ("", "a body file name cannot be empty"),
        ("link", #"body file "link" is a link out of its __files folder"#),
        ("linked/outside.txt", #"body file "linked/outside.txt" is a link out of its __files folder"#),
        ("a", #"body file "a" is no plain file"#),
        ("none.txt", #"there is no body file "none.txt""#),
        ("%2e%2e/outside.txt", #"there is no body file "%2e%2e/outside.txt""#),
        ("．．/outside.txt", #"there is no body file "．．/outside.txt""#),
    ])
    func `a name that leads out of the folder or to nothing is refused at load`(name: String, message: String) throws {
        let folder = try TemporaryFolder([
            "outside.txt": "secret", "stubs/__files/ok.txt": "ok", "stubs/__files/a/b.txt": "b",
            "stubs/a.json": #"{"request": "GET /", "response": {"bodyFileName": "\#(name)"}}"#,
        ])
        try folder.link("stubs/__files/link", to: "../../outside.txt")
        try folder.link("stubs/__files/linked", to: "../..")
        let loaded = StubLoader.load(folder.path(of: "stubs"), shownPath: "stubs")
        #expect(loaded.stubs.isEmpty)
        #expect(loaded.findings.map(\.message) == [message])
        #expect(loaded.findings.first?.location == FileLocation(file: "stubs/a.json", line: 1, column: 51))
    }

    @Test func `links that stay inside the folder are followed, and so is the folder itself`() async throws {
        let folder = try TemporaryFolder([
            "data/ok.txt": "ok", "stubs/a.json": mapping("link"), "stubs/b.json": mapping("ok.txt"),
        ])
        try folder.link("stubs/__files", to: "../data")
        try folder.link("data/link", to: "ok.txt")
        let loaded = StubLoader.load(folder.path(of: "stubs"), shownPath: "stubs")
        #expect(loaded.findings == [])
        #expect(try await body(loaded.stubs.first) == "ok")
    }

    @Test func `an edited body file shows in the next answer, and one that has gone is a 500`() async throws {
        let folder = try TemporaryFolder(["__files/x.txt": "one", "a.json": mapping("x.txt")])
        let engine = StubEngine(stubs: load(folder).stubs)
        let transport = StubTransport(engine: engine)
        func get() async throws -> HTTPResponse { try await transport.send(request(.get, "/x.txt")) }
        #expect(try await get().body.bytes == Array("one".utf8))

        try folder.write("twenty", to: "__files/x.txt")
        guard case .plan(_, let plan) = engine.answer(received(.get, "/x.txt")) else {
            Issue.record("a body file is no prepared answer")
            return
        }
        #expect(plan.response.body.length == 6)
        #expect(try await get().body.bytes == Array("twenty".utf8))

        let gone = load(try TemporaryFolder(["__files/x.txt": "one", "a.json": mapping("x.txt")])).stubs
        let answer = try await StubTransport(stubs: gone).send(request(.get, "/x.txt"))
        #expect(answer.status == 500)
        #expect(
            String(decoding: answer.body.bytes ?? [], as: UTF8.self)
                == "mockapi: the body file x.txt of stub stubs/a.json:1 cannot be read\n")
    }

    @Test func `the lenient reader lets a missing body file pass, and the stub answers 500 until there is one`()
        async throws
    {
        for name in ["__files/y.txt", "z.txt"] {
            let folder = try TemporaryFolder(["a.json": mapping("x.txt"), name: ""])
            let loaded = load(folder, lenient: true)
            #expect(loaded.findings.map(\.severity) == [.warning])
            #expect(
                loaded.findings.first?.description.hasSuffix("; the stub answers 500 as long as there is none") == true)
            let transport = StubTransport(stubs: loaded.stubs)
            #expect(try await transport.send(request(.get, "/x.txt")).status == 500)
            try folder.write("here", to: "__files/x.txt")
            #expect(try await transport.send(request(.get, "/x.txt")).body.bytes == Array("here".utf8))
        }
        let out = load(try TemporaryFolder(["a.json": mapping("../x.txt")]), lenient: true)
        #expect(out.stubs.isEmpty)
        #expect(out.findings.map(\.severity) == [.error])
    }

    @Test func `an inline mapping finds its body files in the folders it is given`() throws {
        let folder = try TemporaryFolder(["__files/x.txt": "one"])
        let document = try JSONDocument(parsing: mapping("x.txt"), file: "s.json")
        #expect(StubLoader.read(document.root, bodyFolders: [folder.path]).findings == [])
        #expect(StubLoader.read(document.root).hasErrors)
        #expect(
            try Stub(parsing: mapping("x.txt"), bodyFolder: folder.path(of: "__files")).response.response.body.length
                == 3)
    }

    @Test func `check names body files that nobody uses and stubs that never answer`() throws {
        let folder = try TemporaryFolder([
            "__files/used.txt": "", "__files/a/unused.txt": "", "__files/.keep": "", "a.json": mapping("used.txt"),
            "b.json": mapping("used.txt"), "c.json": #"{"request": "GET /used.txt", "priority": 9}"#,
        ])
        let loaded = StubLoader.check(folder.path, shownPath: "stubs")
        #expect(
            loaded.findings.map(\.description) == [
                "stubs/a.json:1:1: warning: this stub never answers: it cannot be told apart from stubs/b.json:1, which "
                    + "stands later; add a condition or a priority, or remove one of them",
                "stubs/c.json:1:1: warning: this stub never answers: stubs/b.json:1 matches all its requests and goes "
                    + "before it, since priority 5 goes before 9; change a priority or a condition, or remove one of them",
                "stubs/__files/a/unused.txt:1:1: warning: no stub names this body file; "
                    + #"remove it, or name it as "bodyFileName""#,
            ])
        #expect(loaded.stubs.count == 3)
    }
}
