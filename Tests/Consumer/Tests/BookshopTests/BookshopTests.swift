import Bookshop
import Foundation
import MockAPITesting
import Testing

@Suite(.mockAPI(stubs: "Stubs", in: .module)) struct BookshopTests {
    private let shop: BookshopClient

    init() throws { shop = BookshopClient(baseURL: try MockAPI.current.baseURL) }

    @Test func `a book is found by its id`() async throws {
        #expect(try await shop.book(id: 2) == Book(id: 2, title: "Ulysses"))
    }

    @Test(arguments: [(1, ["Emma", "Ulysses"]), (2, ["Walden"])])
    func `books come in pages`(page: Int, titles: [String]) async throws {
        #expect(try await shop.books(page: page).map(\.title) == titles)
        #expect(try MockAPI.current.journal.count(.get, "/books") == 1)
    }

    @Test func `a book that is sold out is told apart from other failures`() async throws {
        await #expect(throws: BookshopClient.Failure.noSuchBook) { try await shop.book(id: 99) }
    }

    @Test func `a test adds a stub of its own`() async throws {
        let api = try MockAPI.current
        try api.add(
            json: """
                {
                  "request": {
                    "method": "POST", "urlPath": "/books",
                    "bodyPatterns": [{ "equalToJson": { "id": 4, "title": "Dubliners" } }]
                  },
                  "response": { "status": 201, "jsonBody": { "id": 4, "title": "Dubliners" } }
                }
                """)
        let book = Book(id: 4, title: "Dubliners")
        #expect(try await shop.add(book) == book)
        #expect(api.journal.entries.last?.stub?.id == api.server.stubs.first { $0.isAddedAtRunTime }?.id)
    }

    @Test func `the typed client reaches the server as well`() async throws {
        let client = try MockAPI.current.client(services: [Bookshop.service])
        #expect(try await client.send(Bookshop.GetBook(id: 2)).title == "Ulysses")
    }
}

@Suite @MainActor struct MainActorTests {
    @Test func `a closure on the main actor has its own server`() async throws {
        try await withMockAPI(stubs: "Stubs", in: .module) { api in
            MainActor.assertIsolated()
            let book = try await BookshopClient(baseURL: api.baseURL).book(id: 1)
            #expect(book.title == "Emma")
        }
    }
}
