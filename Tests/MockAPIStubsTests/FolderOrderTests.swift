import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct FolderOrderTests {
    private static let starts = 20
    private static let requests = 1000

    /// The order in which a system lists a folder often is the one in which its entries were made.
    @Test func `whatever the order in which files were made, the same stub answers at each start`() throws {
        var generator = IndexGenerator(seed: 20)
        let themes = (0..<4).map { _ in generator.theme() }
        var files: [(path: String, text: String)] = []
        var stubs: [Stub] = []
        while files.count < 120 {
            let stub = generator.stub(generator.pick(themes), id: "\(files.count)")
            // Some say what stub files cannot.
            guard case .object(let mapping) = try? stub.printed() else { continue }
            let nameless = JSONValue.object(JSONObject(mapping.filter { $0.key != "id" }))
            let folder = generator.pick(["", "a/", "b/", "a/b/", "B/", "é/"])
            files.append(("\(folder)\(files.count).json", nameless.rendered(.compact)))
            stubs.append(stub)
        }
        let requests = (0..<Self.requests).map { _ in
            generator.request(generator.pick(themes), like: generator.chance(75) ? generator.pick(stubs) : nil)
        }
        var first: [String]?
        for start in 0..<Self.starts {
            let folder = try TemporaryFolder()
            for (path, text) in files.shuffled(using: &generator.random) { try folder.write(text, to: path) }
            let engine = StubEngine(stubs: try load(folder).stubsOrThrow())
            try #require(engine.stubs.count == files.count)
            let winners = requests.map { request in
                engine.answer(request).stub.map { "\($0.id) \($0.reference)" } ?? "none"
            }
            first = first ?? winners
            try #require(winners == first, "start \(start)")
        }
        // Requests that none answers, or all the same one, would show nothing.
        let winners = Set(first ?? [])
        #expect(winners.count > 20)
        #expect((first ?? []).filter { $0 != "none" }.count > Self.requests / 4)
    }
}
