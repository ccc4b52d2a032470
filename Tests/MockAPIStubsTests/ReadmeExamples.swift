import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

// What README.md shows of stubs made in code.

private struct User: Encodable, Sendable {
    var id = 7
}

private let user = User()

private let stubs = [
    Stub(.get, "/users/{id}", query: ["page": .equalTo("1")]) { .json(user).delayed(by: .milliseconds(300)) },
    Stub(.post, "/users", headers: ["Accept": .contains("json")], body: [.equalToJSON(["name": "Ada"])]) {
        .json(["id": 7]).status(201).header("Location", "/users/7")
    },
    Stub(.get, .urlPathPattern("/files/.+"), cookies: ["session": .not(.absent)]) { .file("big.bin") },
    Stub(.any, "/flaky") { .fault(.connectionReset) },
]

@Suite struct ReadmeExamples {
    @Test func `the stubs of the example answer what they say`() {
        let engine = StubEngine(stubs: stubs)
        #expect(engine.text(.get, "/users/7?page=1") == #"{"id":7}"#)
        #expect(
            engine.text(.post, "/users", headers: ["Accept": "application/json"], body: #"{"name": "Ada"}"#)
                == #"{"id":7}"#)
        #expect(engine.answer(received(.get, "/files/a", headers: ["Cookie": "session=1"])).stub?.id == stubs[2].id)
        #expect(engine.answer(received(.put, "/flaky")).stub?.response.fault == .connectionReset)
    }
}
