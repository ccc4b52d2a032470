import MockAPIClient
import MockAPICore
import MockAPIScenarios

/// A service, typed requests to it, and models compared both ways, for the tests of this target.
enum TestCatalog {
    /// Answered with an `Encodable` model.
    struct GetItem: APIRequest {
        struct Response: Codable, Sendable {
            var id: Int64
            var name: String
            var tags: [String]?
        }

        var id: String
        var base: BaseURL { .service("shop") }
        var path: String { "/items/\(PercentCoding.encode(id, for: .pathSegment))" }
    }

    /// Answered with a model that is compared by reflection.
    struct GetOwner: APIRequest {
        struct Response: Decodable, Sendable {
            var login: String
            var nick: String?
        }

        var base: BaseURL { .service("shop") }
        var path: String { "/owner" }
    }

    /// Sends a body.
    struct PostItem: APIRequest {
        typealias Response = GetItem.Response

        var name: String
        var base: BaseURL { .service("shop") }
        var path: String { "/items" }
        var method: HTTPMethod { .post }
        var parameters: Parameters { ["name": .string(name)] }
        var parameterEncoding: ParameterEncoding { .json }
    }

    struct ItemParameters: Decodable, Sendable {
        var id: String
    }

    struct NameParameters: Decodable, Sendable {
        var name: String
    }

    static let catalog: RequestCatalog = {
        var catalog = RequestCatalog()
        catalog.register(Service("shop", baseURL: "https://shop.example.com"))
        catalog.register(plugin: "retry") { Retry(firstDelay: .milliseconds(1)) }
        catalog.register("shop.item", ItemParameters.self) { GetItem(id: $0.id) }
        catalog.register("shop.owner") { GetOwner() }
        catalog.register("shop.add", NameParameters.self) { PostItem(name: $0.name) }
        return catalog
    }()
}
