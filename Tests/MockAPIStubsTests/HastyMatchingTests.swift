import MockAPICore
import MockAPIMatching
import MockAPITestSupport
import Testing

@testable import MockAPIStubs

/// Regular expressions that take longer than others would like to wait.
@Suite struct HastyMatchingTests {
    private let engine: StubEngine

    init() throws {
        engine = StubEngine(
            stubs: try StubLoader.read(
                #"""
                {"mappings": [
                    {"id": "bad", "name": "the bad one", "priority": 1,
                     "request": {"urlPath": "/a", "headers": {"X-A": {"matches": "(a+)+$"}}}, "response": {}},
                    {"id": "good", "request": {"urlPath": "/a", "headers": {"X-B": {"matches": "b*"}}}, "response": {}}
                ]}
                """#
            ).stubsOrThrow())
    }

    private let runaway = String(repeating: "a", count: 40) + "!"

    private func attempt(_ headers: HTTPFields) -> EngineAttempt {
        engine.attempt(received(.get, "/a", headers: headers))
    }

    @Test func `short texts are decided at once, long ones are not`() {
        guard case .prepared(let stub, _) = attempt(["X-B": String(repeating: "b", count: 4096)]) else {
            Issue.record("not decided")
            return
        }
        #expect(stub.stub.id == "good")
        guard case .miss = attempt(["X-B": "c"]) else {
            Issue.record("not decided")
            return
        }
        guard case .undecided(let undecided) = attempt(["X-B": String(repeating: "b", count: 4097)]) else {
            Issue.record("decided")
            return
        }
        guard case (.hit(let stub, _), let diagnostics) = undecided.decide() else {
            Issue.record("no hit")
            return
        }
        #expect(stub.stub.id == "good")
        #expect(diagnostics.isEmpty)
    }

    @Test func `a regular expression that takes long is no match in the end, and the stub that has it is named`() {
        guard case .undecided(let undecided) = attempt(["X-A": runaway, "X-B": "b"]) else {
            Issue.record("decided")
            return
        }
        guard case (.hit(let stub, _), let diagnostics) = undecided.decide() else {
            Issue.record("no hit")
            return
        }
        #expect(stub.stub.id == "good")
        #expect(diagnostics.map(\.stub?.id) == ["bad"])
        #expect(diagnostics.first?.description.hasPrefix(#""(a+)+$" of stub "the bad one": "#) == true)
    }

    @Test func `a miss says which stub could not be decided`() {
        guard case .undecided(let undecided) = attempt(["X-A": runaway]),
            case (.miss(let report), let diagnostics) = undecided.decide()
        else {
            Issue.record("no miss")
            return
        }
        #expect(diagnostics.map(\.stub?.id) == ["bad"])
        #expect(report.diagnostics == diagnostics)
        #expect(report.text(color: false).contains(#""(a+)+$" of stub "the bad one""#))
    }

    @Test func `only the explanation of a miss may need time as well`() throws {
        // The method decides the match; the explanation looks at the header too.
        let engine = StubEngine(
            stubs: try StubLoader.read(
                #"{"request": {"method": "GET", "headers": {"X-A": {"matches": "(a+)+$"}}}, "response": {}}"#
            ).stubsOrThrow())
        guard case .miss(let miss) = engine.attempt(received(.post, "/", headers: ["X-A": runaway])) else {
            Issue.record("no miss")
            return
        }
        #expect(miss.reportInHaste() == nil)
        #expect(miss.report().diagnostics.map(\.stub?.id) == [engine.stubs[0].id])
    }

    @Test func `in process the same stub answers`() {
        #expect(engine.answer(received(.get, "/a", headers: ["X-A": runaway, "X-B": "b"])).stub?.id == "good")
        #expect(engine.answer(received(.get, "/a", headers: ["X-A": runaway])).report?.diagnostics.count == 1)
    }
}
