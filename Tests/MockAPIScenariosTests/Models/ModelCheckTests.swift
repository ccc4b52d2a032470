import DocumentedRequests
import Foundation
import MockAPIClient
import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIScenarios

@Suite struct ModelCheckTests {
    /// The repositories once more, for an app that needs their dates.
    private struct Dated: APIRequest {
        struct Item: Decodable, Sendable {
            var createdAt: Date?
        }
        typealias Response = [Item]

        var name: String
        var base: BaseURL { .service("github") }
        var path: String { "/users/\(name)/repos" }
        var decoder: (any ModelDecoder)? {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
    }

    private struct Name: Decodable, Sendable {
        var name: String
    }

    private static var catalog: RequestCatalog {
        var catalog = DocumentedRequests.catalog
        catalog.register("github.dated", Name.self) { Dated(name: $0.name) }
        return catalog
    }

    /// A copy of the project's `stubs/`.
    private static func copy() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../stubs")
        try FileManager.default.copyItem(at: root.standardizedFileURL, to: folder.url.appendingPathComponent("stubs"))
        return folder
    }

    private static func check(_ folder: TemporaryFolder) async throws -> ModelCheck.Result {
        let loaded = StubLoader.load(folder.path(of: "stubs"), shownPath: "stubs")
        #expect(!loaded.hasErrors)
        return await ModelCheck(catalog: catalog).check(loaded.stubs)
    }

    @Test func `the project's stubs are decoded by the project's requests`() async throws {
        let result = try await Self.check(Self.copy())
        #expect(result.findings.isEmpty, "\(result.findings)")
        #expect(result.unreached.isEmpty, "\(result.unreached)")
        #expect(result.answerCount >= 12)
    }

    /// A mistake: the file, what stands there, what is written instead, and what is said of it.
    private struct Plant: Sendable {
        var file: String
        var text: String
        var replacement: String
        var message: String
        /// A text of the line of the mistake, after the replacement.
        var line: String
    }

    private static let plants = [
        Plant(
            file: "baidu/people.json", text: #"{ "id": 1, "name": "小明""#, replacement: #"{ "id": "1", "name": "小明""#,
            message: #"baidu.user cannot decode this answer: $.id: expected integer, found string "1""#,
            line: #""jsonBody": { "id": "1""#),
        Plant(
            file: "baidu/people.json", text: #""id": 2, "name": "王经理", "#, replacement: #""id": 2, "#,
            message: "baidu.manager cannot decode this answer: $.name: expected string, found nothing",
            line: #""department": "销售部""#),
        Plant(
            file: "baidu/people.json", text: #""name": "李师傅""#, replacement: "\"name\":\n null",
            message: "baidu.driver cannot decode this answer: $.name: expected string, found null",
            line: #" null, "plate""#),
        Plant(
            file: "data/data.json", text: #""title": "Networking layers","#, replacement: #""titel": "x","#,
            message: "data.data cannot decode this answer: $.title: expected string, found nothing",
            line: #""titel""#),
        Plant(
            file: "weather/__files/beijing.json", text: #""21℃""#, replacement: "21",
            message: "weather.tianqi cannot decode this answer: $.sk_info.temp: expected string, found number 21",
            line: #""temp": 21"#),
        Plant(
            file: "weather/upload.json", text: #""jsonBody": { "code": 0, "message": "上传成功" }"#,
            replacement: #""body": "uploaded""#,
            message: "weather.upload cannot decode this answer: the content is no JSON (line 1, column 1: ",
            line: #""body": "uploaded""#),
        Plant(
            file: "github/__files/octocat-repositories.json", text: #""created_at": ""#,
            replacement: #""created_at": "on "#,
            message: "github.dated cannot decode this answer: $[0].created_at: expected Date, found string",
            line: #""created_at": "on "#),
        Plant(
            file: "github/repositories.json", text: #""jsonBody": []"#,
            replacement: #""jsonBody": { "items": [] }"#,
            message: "github.repositories cannot decode this answer: $: expected array, found object",
            line: #"{ "items": [] }"#),
        Plant(
            file: "github/not-found.json", text: #""status": 404,"#, replacement: #""status": 200,"#,
            message: "github.repositories cannot decode this answer: $: expected array, found object",
            line: #""jsonBody": {"#),
        Plant(
            file: "github/repositories.json", text: #""id": 7 }"#, replacement: #""id": 7.5 }"#,
            message: "github.repositories cannot decode this answer: $[0].owner.id: expected integer, found number 7.5",
            line: #""id": 7.5"#),
        Plant(
            file: "baidu/people.json",
            text: #"""
                      "response": {
                        "headers": { "Content-Type": "application/json; charset=utf-8" },
                        "jsonBody": { "id": 1, "name": "小明", "age": 18, "nickname": null }
                      }
                """#,
            replacement: #"      "response": { "status": 200 }"#,
            message: "baidu.user cannot decode this answer: it has no content and status 200",
            line: #""response": { "status": 200 }"#),
    ]

    @Test(arguments: plants.indices)
    func `a mistake in an answer is found at its line`(index: Int) async throws {
        let plant = Self.plants[index]
        let folder = try Self.copy()
        let text = try folder.text(of: "stubs/\(plant.file)")
        let place = try #require(text.range(of: plant.text))
        let changed = text.replacingCharacters(in: place, with: plant.replacement)
        try folder.write(changed, to: "stubs/\(plant.file)")
        let lines = changed.components(separatedBy: "\n")
        let line = try #require(lines.firstIndex { $0.contains(plant.line) }) + 1

        let result = try await Self.check(folder)
        let finding = try #require(result.findings.first { $0.message.hasPrefix(plant.message) }, "\(result.findings)")
        #expect(finding.location?.file.hasSuffix(plant.file) == true)
        #expect(finding.location?.line == line)
        #expect(finding.severity == .error)
        let others = result.findings.filter { $0.location != finding.location }
        #expect(others.isEmpty, "\(others)")
    }

    @Test func `a body file that is empty is a mistake of the file`() async throws {
        let folder = try Self.copy()
        try folder.write("", to: "stubs/weather/__files/beijing.json")
        let result = try await Self.check(folder)
        #expect(!result.findings.isEmpty)
        for finding in result.findings {
            #expect(finding.location?.file.hasSuffix("__files/beijing.json") == true)
            #expect(finding.message.contains("it has no content"))
        }
    }

    private struct Page: APIRequest {
        struct Response: Decodable, Sendable { var id: Int }
        struct Problem: Decodable, Sendable { var code: Int }

        var shelf: Shelf
        var number: Int?
        var token: String?
        var base: BaseURL { "https://shop.example/v1" }
        var path: String { "/shelves/\(shelf.rawValue)/books" }
        var headers: HTTPFields { token.map { ["X-Token": $0] } ?? [:] }
        var parameters: Parameters { number.map { ["page": .integer($0)] } ?? [:] }
        var errorModel: (any (Decodable & Sendable).Type)? { Problem.self }
    }

    enum Shelf: String, Decodable, CaseIterable, Sendable { case new, old }

    private struct PageParameters: Decodable, Sendable {
        var shelf: Shelf
        var page: Int?
        var token: String?
    }

    private static func findings(_ mappings: String...) async throws -> [String] {
        var catalog = RequestCatalog()
        catalog.register("page", PageParameters.self) { Page(shelf: $0.shelf, number: $0.page, token: $0.token) }
        let folder = try TemporaryFolder()
        for (index, mapping) in mappings.enumerated() { try folder.write(mapping, to: "\(index).json") }
        let loaded = StubLoader.load(folder.path)
        #expect(!loaded.hasErrors, "\(loaded.findings)")
        return await ModelCheck(catalog: catalog).check(loaded.stubs).findings.map(\.message)
    }

    private static let wrong = #""response": {"jsonBody": {"id": null}}"#

    @Test(arguments: [
        #""GET /v1/shelves/old/books""#, #""GET /v1/shelves/{shelf}/books""#, #""GET /v1/shelves/new/books?page=3""#,
        #"{"method": "ANY", "urlPathPattern": "/v1/shelves/(old|rare)/books"}"#,
        #"{"urlPattern": "/v1/shelves/new/books\\?page=[12]"}"#,
        #"{"urlPath": "/v1/shelves/new/books", "host": "shop.example"}"#,
        #"{"urlPath": "/v1/shelves/new/books", "headers": {"X-Token": {"matches": "t[0-9]"}, "Accept-Language": {"equalTo": "en"}}}"#,
        #"{"method": {"oneOf": ["GET", "PUT"]}, "urlPathTemplate": "/v1/{what}/{shelf}/books", "pathParameters": {"shelf": {"equalTo": "old"}}}"#,
        #"{}"#,
    ])
    func `a stub that a request could reach is decoded`(pattern: String) async throws {
        let findings = try await Self.findings(#"{"request": \#(pattern), \#(Self.wrong)}"#)
        #expect(findings.count == 1, "\(findings)")
    }

    @Test(arguments: [
        #""GET /v1/shelves/rare/books""#, #""POST /v1/shelves/old/books""#, #""GET /v1/shelves/old/books?page=all""#,
        #""GET /v1/shelves/old/books?sort=up""#, #""GET /shelves/old/books""#,
        #"{"urlPathPattern": "/v1/shelves/[0-9]+/books"}"#,
        #"{"urlPath": "/v1/shelves/new/books", "host": "other.example"}"#,
    ])
    func `a stub that no request could reach is left alone`(pattern: String) async throws {
        let findings = try await Self.findings(#"{"request": \#(pattern), \#(Self.wrong)}"#)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func `an answer that the app is not to decode is left alone`() async throws {
        let answers = [
            #"{"status": 500, "body": "<html>"}"#, #"{"status": 404, "jsonBody": {"code": 7}}"#,
            #"{"fault": "EMPTY_RESPONSE"}"#, #"{"truncateAfter": 3, "jsonBody": {"id": null}}"#,
            #"{"stallAfter": 3, "jsonBody": {"id": null}}"#, #"{"status": 302, "headers": {"Location": "/x"}}"#,
        ]
        for answer in answers {
            let findings = try await Self.findings(#"{"request": "GET /v1/shelves/old/books", "response": \#(answer)}"#)
            #expect(findings.isEmpty, "\(findings)")
        }
        let optOut = try await Self.findings(
            #"{"request": "GET /v1/shelves/old/books", "metadata": {"checkModels": false}, \#(Self.wrong)}"#)
        #expect(optOut.isEmpty)
    }

    @Test func `an answer of another status is compared with the model of errors`() async throws {
        let findings = try await Self.findings(
            #"{"request": "GET /v1/shelves/old/books", "response": {"status": 404, "jsonBody": {"code": "7"}}}"#)
        #expect(
            findings == [
                #"page cannot decode this answer of status 404 as its error: $.code: expected integer, found string "7""#
            ])
    }

    @Test func `the word that leaves a stub out is true or false`() async throws {
        let findings = try await Self.findings(
            #"{"request": "GET /elsewhere", "metadata": {"checkModels": "no"}, "response": {}}"#)
        #expect(findings == [#""checkModels" must be true or false"#])
    }
}
