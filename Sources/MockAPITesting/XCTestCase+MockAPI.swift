#if canImport(XCTest)
public import Foundation
public import XCTest

extension XCTestCase {
    /// Starts a mock server of the stubs in a bundle's resources, which stops when the test ends.
    ///
    /// Call it in a test or in `setUp`. A request that no stub matches fails this test when it ends.
    ///
    /// - Parameters:
    ///   - stubs: The name of the folder or file; looked up beside the test's source file where the bundle has none.
    ///   - bundle: The bundle, mostly `.module`.
    ///   - unmatched: What is done about a request that no stub matches.
    ///   - unused: What is done about a stub that answered no request.
    /// - Throws: `FileProblems` with everything that is wrong with the stubs, `SocketError` if no port can be had.
    public func mockAPI(
        stubs: String, in bundle: Bundle?, unmatched: UnmatchedPolicy = .fail, unused: UnusedPolicy = .ignore,
        file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockAPI {
        try mockAPI(
            MockAPI.Configuration(.resource(stubs, in: bundle), unmatched: unmatched, unused: unused), file: file,
            line: line)
    }

    /// Starts a mock server with settings of choice, which stops when the test ends; by default, one without stubs.
    ///
    /// - Throws: `FileProblems` with everything that is wrong with the stubs, `SocketError` if no port can be had.
    public func mockAPI(
        _ configuration: MockAPI.Configuration = MockAPI.Configuration(), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> MockAPI {
        let testCase = TestCaseReference(testCase: self)
        let run = try FixtureRun.begin(configuration, testFile: file.description, pace: .atEnd) { failure in
            testCase.testCase?.recordMockAPIFailure(failure.message, file: file, line: line)
        }
        addTeardownBlock { _ = await run.end() }
        return run.api
    }

    #if canImport(Darwin)
    /// Fails this test, whichever test runs.
    fileprivate func recordMockAPIFailure(_ message: String, file: StaticString, line: UInt) {
        let context = XCTSourceCodeContext(
            location: XCTSourceCodeLocation(filePath: file.description, lineNumber: Int(line)))
        record(XCTIssue(type: .assertionFailure, compactDescription: message, sourceCodeContext: context))
    }
    #else
    /// Fails this test, whichever test runs.
    fileprivate func recordMockAPIFailure(_ message: String, file: StaticString, line: UInt) {
        recordFailure(withDescription: message, inFile: file.description, atLine: Int(line), expected: true)
    }
    #endif
}

/// A test case as its own teardown block sees it, which runs while XCTest waits for it.
private struct TestCaseReference: @unchecked Sendable {
    weak var testCase: XCTestCase?
}
#endif
