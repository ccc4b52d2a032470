#if canImport(Testing)
public import Foundation
public import Testing

/// Gives a test, or each test of a suite, a mock server of its own, which is `MockAPI.current` there.
///
/// A request that no stub matches fails the test that made it.
public struct MockAPITrait: TestTrait, SuiteTrait, TestScoping {
    /// What one server is for.
    public enum Scope: Sendable, Hashable {
        /// Each test, and each case of a parameterised test, has its own.
        case test
        /// All tests of the suite share one; what goes wrong with it is reported for the suite.
        case suite
    }

    let configuration: MockAPI.Configuration
    let scope: Scope
    let site: CallSite

    /// Whether the suites and tests inside a suite get the trait as well.
    public var isRecursive: Bool { scope == .test }

    /// Runs a test with a server; called by Swift Testing once for each server that is needed.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let location = test.sourceLocation
        let run = try FixtureRun.begin(configuration, testFile: site.filePath.description, pace: .atOnce) {
            Issue.record("\($0.message)", sourceLocation: location)
        }
        do {
            try await MockAPI.$scoped.withValue(run.api) { try await function() }
        } catch {
            await run.end(attachingJournal: .always, at: site)
            throw error
        }
        await run.end(attachingJournal: .onFailure, at: site)
    }
}

extension Trait where Self == MockAPITrait {
    /// A mock server of the stubs in a bundle's resources, declared with `.copy`.
    ///
    /// - Parameters:
    ///   - stubs: The name of the folder or file; looked up beside the test's source file where the bundle has none.
    ///   - bundle: The bundle, mostly `.module`.
    ///   - scope: What one server is for; a suite hands the trait on to its tests unless it is `.suite`.
    ///   - unmatched: What is done about a request that no stub matches.
    ///   - unused: What is done about a stub that answered no request.
    public static func mockAPI(
        stubs: String, in bundle: Bundle?, scope: MockAPITrait.Scope = .test, unmatched: UnmatchedPolicy = .fail,
        unused: UnusedPolicy = .ignore, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        mockAPI(
            MockAPI.Configuration(.resource(stubs, in: bundle), unmatched: unmatched, unused: unused), scope: scope,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// A mock server with settings of choice; by default, one without stubs.
    public static func mockAPI(
        _ configuration: MockAPI.Configuration = MockAPI.Configuration(), scope: MockAPITrait.Scope = .test,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        MockAPITrait(
            configuration: configuration, scope: scope,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
#endif
