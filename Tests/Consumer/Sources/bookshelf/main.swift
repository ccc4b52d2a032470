import Foundation
import MockAPIClient

struct Book: Decodable, Sendable {
    @Lenient var id: Int
    var title: String
    @DefaultEmpty var tags: [String]
}

enum Shop: String, Route {
    case books = "shops/main/books"
    static var base: BaseURL { .service("shop") }
}

let shop = Service(
    "shop", baseURLs: [.release: "https://bookshop.example", .debug: "https://staging.bookshop.example"])
let client = Client(
    ClientConfiguration(plugins: [Logger(), Retry()], services: ServiceDirectory([shop])))
if let url = ProcessInfo.processInfo.environment["SHOP_URL"] {
    client.configure { $0.services.replaceAll(with: url) }
}

do {
    let request = Shop.books.request([Book].self, parameters: ["page": 1], modelPath: "data.items")
    for book in try await client.send(request) {
        print("\(book.id) \(book.title) \(book.tags.joined(separator: ", "))")
    }
} catch let error as APIError {
    print(error.message)
}
