import DocumentedRequests
import Foundation
import MockAPICore
import MockAPIScenarios

/// What `mockapi verify` does: reading scenario files, running them, and writing the report.
enum ScenarioMeasures {
    static var all: [Measure] {
        [
            Measure("verify: 1,000 scenarios of 3 steps, two at a time") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID())")
                try write(1000, to: folder)
                return Measure.Subject {
                    for _ in 0..<$0 { try await verify(folder.path, steps: 3000) }
                } finish: {
                    try? FileManager.default.removeItem(at: folder)
                }
            }
        ]
    }

    private static func verify(_ folder: String, steps: Int) async throws {
        let catalog = DocumentedRequests.catalog
        let loaded = ScenarioLoader.load(paths: [folder + "/scenarios"], catalog: catalog)
        guard !loaded.hasErrors else {
            throw UnexpectedResult(description: "\(loaded.findings + loaded.stubFindings)")
        }
        let text = TextReport()
        let runner = ScenarioRunner(options: ScenarioRunner.Options(jobs: 2), catalog: catalog)
        let report = await runner.run(loaded.scenarios) { keep(text.text($0)) }
        guard report.count(.passed) == steps else { throw UnexpectedResult(description: text.summary(report)) }
    }

    /// Writes scenarios that share a folder of stubs and have some of their own: a typed request whose model is
    /// compared, a plain request, and an error that is mapped.
    private static func write(_ count: Int, to folder: URL) throws {
        let manager = FileManager.default
        for name in ["stubs", "scenarios"] {
            try manager.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for number in 0..<20 {
            let stub: JSONValue = [
                "request": .string("GET /users/user\(number)/repos"),
                "response": ["jsonBody": .array((0..<3).map { repository($0, of: "user\(number)") })],
            ]
            try Data(stub.renderedBytes(.pretty)).write(to: folder.appendingPathComponent("stubs/\(number).json"))
        }
        for number in 0..<count {
            let bytes = scenario(number).renderedBytes(.pretty)
            try Data(bytes).write(to: folder.appendingPathComponent("scenarios/\(number).json"))
        }
    }

    private static func scenario(_ number: Int) -> JSONValue {
        let user = "user\(number % 20)"
        let missing: JSONValue = [
            "request": "GET /users/ghost/repos", "response": ["status": 404, "jsonBody": ["message": "Not Found"]],
        ]
        let typed: JSONValue = [
            "name": "the model", "send": ["request": "github.repositories", "with": ["name": .string(user)]],
            "expect": ["model": .array((0..<3).map { repository($0, of: user) })],
            "capture": ["first": "$[0].id"],
        ]
        let plain: JSONValue = [
            "name": "the body", "send": ["http": .string("GET /users/\(user)/repos")],
            "expect": ["status": 200, "json": ["$unordered": [["id": "{{first}}"], ["id": 1], ["id": 2]]]],
        ]
        let error: JSONValue = [
            "name": "the error", "send": ["request": "github.repositories", "with": ["name": "ghost"]],
            "expect": ["error": ["kind": "statusCode", "status": 404], "sent": ["path": "/users/ghost/repos"]],
        ]
        return [
            "name": .string("scenario \(number)"), "stubs": ["../stubs", missing], "steps": [typed, plain, error],
        ]
    }

    private static func repository(_ number: Int, of user: String) -> JSONValue {
        [
            "id": .integer(number), "name": .string("repository-\(number)"),
            "full_name": .string("\(user)/repository-\(number)"),
            "owner": ["id": 583231, "login": .string(user)], "private": false, "fork": false,
            "html_url": .string("https://github.com/\(user)/repository-\(number)"), "description": .null,
            "language": "Swift", "stargazers_count": .integer(number * 7),
        ]
    }
}
