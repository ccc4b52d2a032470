import DocumentedRequests
import Foundation
import MockAPIClient
import MockAPICore
import Testing

@testable import MockAPIScenarios

@Suite struct CatalogListingTests {
    private struct Tree: Decodable, Sendable {
        var name: String
        var children: [Tree]
        var parent: Parent?

        struct Parent: Decodable, Sendable { var tree: [Tree] }
    }

    private enum Size: String, Decodable, CaseIterable, Sendable { case small, large }

    /// Cannot be made of any text, so that its member is in the way of those after it.
    private struct Even: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            let number = try decoder.singleValueContainer().decode(Int.self)
            if number % 2 == 1 {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "odd"))
            }
        }
    }

    private struct Everything: Decodable, Sendable {
        var text: String
        var flag: Bool?
        var number: Double
        var small: UInt8
        var at: Date
        var link: URL?
        var id: UUID
        var bytes: Data
        var price: Decimal
        var even: Even?
        var size: Size
        var sizes: [Size]?
        var counts: [String: Int]
        var matrix: [[Int]]
        var nothing: String??
        @DefaultEmpty var tags: [String]
    }

    private static func places(_ type: Any.Type) -> [String] {
        ShapeDecoder.shape(of: type).places.map { "\($0.path): \($0.type)\($0.isOptional ? "?" : "")" }
    }

    @Test func `each type is listed by what it is decoded from`() {
        #expect(
            Self.places(Everything.self) == [
                "text: string", "flag: boolean?", "number: number", "small: integer", "at: string (date)",
                "link: string (URL)?", "id: string (UUID)", "bytes: string (base64)", "price: number", "even: integer?",
                #"size: one of "small", "large""#, #"sizes: list of one of "small", "large"?"#,
                "counts: object of integer", "matrix: list of list of integer", "nothing: string?",
                "tags: list of string?",
            ])
    }

    @Test func `a type that contains itself comes to an end`() {
        #expect(
            Self.places(Tree.self) == [
                "name: string", "children: list of Tree", "parent: object?", "parent.tree: list of Tree",
            ])
    }

    @Test func `a type that decodes itself is listed by what it asks for`() throws {
        let request = try #require(
            CatalogListing(DocumentedRequests.catalog).requests.first { $0.name == "weather.tianqi" })
        let fields = request.fields.map { "\($0.path): \($0.type)\($0.isOptional ? "?" : "")" }
        #expect(fields.first == "sk_info: object")
        #expect(fields.contains("sk_info.areaID: string?"))
        #expect(fields.contains { $0.hasPrefix("sk_info.date: string") })
        #expect(fields.count == 11)
    }

    @Test func `the documented requests are listed with their routes`() {
        let text = CatalogListing(DocumentedRequests.catalog).text
        #expect(text.contains("github.repositories: GET /users/{name}/repos of github\n  with name: string\n"))
        #expect(text.contains("  gives Array<GithubRepository>, list of object\n    []: ") == false)
        #expect(text.contains("    [].owner.login: string\n"))
        #expect(text.contains("    [].full_name: string, optional\n"))
        #expect(text.contains("baidu.manager: POST /manager of baidu\n  gives Manager, object\n    id: integer\n"))
        #expect(text.contains("weather.tianqi: GET /data/sk/101010100.html?_={timestamp} of weather\n"))
        #expect(text.contains("  with timestamp: integer, optional\n"))
        #expect(text.contains("  with files[].fileName: string\n"))
        #expect(text.contains("normal.user: GET https://www.baidu.com/user\n  with url: string\n"))
    }

    @Test func `programs get the list as JSON`() throws {
        let json = CatalogListing(DocumentedRequests.catalog).json
        #expect(json["version"] == 1)
        #expect(json["services"]?[1]?["name"] == "baidu")
        #expect(json["plugins"] == ["retry"])
        let requests = try #require(json["requests"]?.array)
        #expect(requests.count == DocumentedRequests.catalog.names.count)
        let request = try #require(requests.first { $0["name"] == "github.repositories" })
        #expect(request["method"] == "GET")
        #expect(request["path"] == "/users/{name}/repos")
        #expect(request["service"] == "github")
        #expect(request["parameters"] == [["name": "name", "type": "string", "required": true]])
        #expect(request["response"]?["fields"]?[0] == ["name": "[].id", "type": "integer", "optional": false])
    }
}
