public import MockAPIClient

/// The same shop for users of the client library that comes with mockapi.
public enum Bookshop {
    /// Where the shop is.
    public static let service = Service("bookshop", baseURL: "https://bookshop.example/v1")

    /// Asks for one book.
    public struct GetBook: APIRequest {
        public typealias Response = Book
        /// The identity of the book.
        public var id: Int
        /// The shop.
        public var base: BaseURL { .service("bookshop") }
        /// The path of the book.
        public var path: String { "books/\(id)" }

        /// Makes a request for a book.
        public init(id: Int) { self.id = id }
    }
}
