public import Foundation

/// Runs code with a mock server of its own, which is `MockAPI.current` there, and stops it afterwards.
///
/// Works in Swift Testing and in XCTest. A request that no stub matches fails the running test, in Swift Testing when it
/// happens, in XCTest when `body` has ended.
///
/// - Parameters:
///   - configuration: The stubs and settings; by default there are no stubs, and `body` adds its own.
///   - body: The code; its server listens when it begins.
/// - Throws: `FileProblems` with everything that is wrong with the stubs, `SocketError` if no port can be had, and what
///   `body` throws.
public func withMockAPI<Result>(
    _ configuration: MockAPI.Configuration = MockAPI.Configuration(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: (MockAPI) async throws -> Result
) async throws -> Result {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let run = try FixtureRun.begin(
        configuration, testFile: filePath.description, pace: CallSite.isInSwiftTesting ? .atOnce : .atEnd
    ) { site.fail($0.message) }
    do {
        let result = try await MockAPI.$scoped.withValue(run.api) { try await body(run.api) }
        await run.end(attachingJournal: .onFailure, at: site)
        return result
    } catch {
        await run.end(attachingJournal: .always, at: site)
        throw error
    }
}

/// Runs code with a mock server of the stubs in a bundle's resources; otherwise as `withMockAPI(_:_:)`.
///
/// - Parameters:
///   - stubs: The name of the folder or file; looked up beside the test's source file where the bundle has none.
///   - bundle: The bundle, mostly `.module`.
public func withMockAPI<Result>(
    stubs: String, in bundle: Bundle?, unmatched: UnmatchedPolicy = .fail, unused: UnusedPolicy = .ignore,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: (MockAPI) async throws -> Result
) async throws -> Result {
    try await withMockAPI(
        MockAPI.Configuration(.resource(stubs, in: bundle), unmatched: unmatched, unused: unused), fileID: fileID,
        filePath: filePath, line: line, column: column, isolation: isolation, body)
}
