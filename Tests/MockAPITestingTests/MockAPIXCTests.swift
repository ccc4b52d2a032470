import MockAPITestSupport
import MockAPITesting
import XCTest

/// Catches the failures of its tests, so that a test can hold what the fixture reports.
class CatchingTestCase: XCTestCase {
    private(set) var caught: [String] = []
    /// Texts of the failures that the test must have by its end, in order.
    var expected: [String] = []

    #if canImport(Darwin)
    override func record(_ issue: XCTIssue) { caught.append(issue.compactDescription) }

    private func fail(_ message: String) {
        super.record(XCTIssue(type: .assertionFailure, compactDescription: message))
    }
    #else
    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        caught.append(description)
    }

    private func fail(_ message: String) {
        super.recordFailure(withDescription: message, inFile: #filePath, atLine: #line, expected: true)
    }
    #endif

    /// Runs after the teardown blocks, and so after the reports of the fixture.
    override func tearDown() {
        let isAsExpected = caught.count == expected.count && zip(caught, expected).allSatisfy { $0.contains($1) }
        if !isAsExpected { fail("expected failures with \(expected), found \(caught)") }
        super.tearDown()
    }
}

final class MockAPIXCTests: CatchingTestCase {
    func testStubsAnswer() async throws {
        let api = try mockAPI(stubs: "Stubs", in: nil)
        let response = try await api.get("/hello")
        XCTAssertEqual(response.text, "hi")
    }

    func testUnmatchedRequestFailsTheTestOnceWithTheNearestStub() async throws {
        expected = ["GET /helo matches no stub; the nearest:\n\n  \"hello\""]
        let api = try mockAPI(stubs: "Stubs", in: nil)
        _ = try await api.get("/helo")
    }

    func testUnmatchedRequestsMayBeIgnored() async throws {
        let api = try mockAPI(stubs: "Stubs", in: nil, unmatched: .ignore)
        _ = try await api.get("/helo")
        XCTAssertEqual(api.journal.unmatched.count, 1)
    }

    func testUnusedStubFailsTheTestWhereThatIsAskedFor() throws {
        expected = ["answered no request"]
        _ = try mockAPI(stubs: "Stubs", in: nil, unused: .fail)
    }

    func testTwoServersInOneTest() async throws {
        expected = ["GET /second matches", "GET /first matches"]
        let first = try mockAPI()
        let second = try mockAPI()
        XCTAssertNotEqual(first.port, second.port)
        _ = try await first.get("/first")
        _ = try await second.get("/second")
    }

    func testClosureReportsWhenItEnds() async throws {
        expected = ["GET /none matches no stub"]
        try await withMockAPI { api in _ = try await api.get("/none") }
        XCTAssertEqual(caught.count, 1)
    }

    func testSynchronousTestHasAServer() throws {
        let api = try mockAPI(stubs: "Stubs", in: nil)
        XCTAssertTrue(api.server.isRunning)
    }

    func testMissingStubsAreAnError() {
        XCTAssertThrowsError(try mockAPI(stubs: "Nowhere", in: nil)) { error in
            XCTAssertTrue("\(error)".contains("MockAPITestingTests/Nowhere"))
        }
    }
}

@MainActor final class MockAPIMainActorXCTests: XCTestCase {
    private var api: MockAPI?

    override func setUp() async throws { api = try mockAPI(stubs: "Stubs", in: nil) }

    func testServerOfSetUp() async throws {
        let response = try await XCTUnwrap(api).get("/hello")
        XCTAssertEqual(response.text, "hi")
    }
}
