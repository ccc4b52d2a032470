import Bookshop
import MockAPITesting
import XCTest

final class BookshopXCTests: XCTestCase {
    func testBookIsFoundByItsID() async throws {
        let api = try mockAPI(stubs: "Stubs", in: .module)
        let book = try await BookshopClient(baseURL: api.baseURL).book(id: 2)
        XCTAssertEqual(book, Book(id: 2, title: "Ulysses"))
    }

    func testSecondPage() async throws {
        let api = try mockAPI(stubs: "Stubs", in: .module)
        let books = try await BookshopClient(baseURL: api.baseURL).books(page: 2)
        XCTAssertEqual(books.map(\.title), ["Walden"])
        XCTAssertTrue(try api.journal.wasCalled(.get, "/books"))
    }

    func testUnmatchedRequestsMayBeIgnored() async throws {
        let api = try mockAPI(stubs: "Stubs", in: .module, unmatched: .ignore)
        do {
            _ = try await BookshopClient(baseURL: api.baseURL).book(id: 7)
            XCTFail("there is no book 7")
        } catch {
            XCTAssertEqual(error as? BookshopClient.Failure, .noSuchBook)
        }
        XCTAssertEqual(api.journal.unmatched.count, 1)
    }

    func testClosure() async throws {
        let title = try await withMockAPI(stubs: "Stubs", in: .module) { api in
            try await BookshopClient(baseURL: api.baseURL).book(id: 1).title
        }
        XCTAssertEqual(title, "Emma")
    }
}

@MainActor final class BookshopMainActorXCTests: XCTestCase {
    private var api: MockAPI?

    override func setUp() async throws { api = try mockAPI(stubs: "Stubs", in: .module) }

    func testServerOfSetUp() async throws {
        let api = try XCTUnwrap(api)
        let book = try await BookshopClient(baseURL: api.baseURL).book(id: 1)
        XCTAssertEqual(book.title, "Emma")
    }
}
