public import Foundation
public import MockAPICore
public import MockAPIServer
public import MockAPIStubs

/// The mock server of a test, and what a test does with it.
///
/// Made by `withMockAPI`, by the Swift Testing trait `.mockAPI(stubs:in:)` or by `XCTestCase.mockAPI(stubs:in:)`, which
/// stop it when their scope ends.
public final class MockAPI: Sendable {
    /// The server.
    public let server: MockServer
    /// The settings of the fixture.
    public let configuration: Configuration

    init(server: MockServer, configuration: Configuration) {
        self.server = server
        self.configuration = configuration
    }

    /// The URL of the server with a literal address, such as `http://127.0.0.1:49152`.
    public var baseURL: URL { server.baseURL }

    /// The port of the server.
    public var port: Int { server.port }

    /// What the server was asked.
    public var journal: Journal { server.journal }

    /// The URL of a path, which may have a query; both are taken as they are escaped.
    public func url(_ path: String) -> URL {
        let slash = path.hasPrefix("/") ? "" : "/"
        return URL(string: baseURL.absoluteString + slash + path) ?? baseURL
    }

    /// Adds a stub, which wins over those that were there before at the same priority.
    public func add(_ stub: Stub) { server.add(stub) }

    /// Adds the stubs of a JSON text, as it would stand in a stub file.
    ///
    /// - Throws: `FileProblems` with everything that is wrong with the text.
    @discardableResult
    public func add(json: String) throws(FileProblems) -> [Stub] { try server.add(json: json) }

    /// The variables that tell an app under a user interface test where the server is.
    ///
    /// Assign them to `XCUIApplication.launchEnvironment`; the app reads `MOCKAPI_BASE_URL`.
    public var launchEnvironment: [String: String] { ["MOCKAPI_BASE_URL": baseURL.absoluteString] }
}
