import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client written by hand over URLSession, as many apps have one; it knows nothing of mockapi.
public struct BookshopClient: Sendable {
    /// What can go wrong besides the errors of URLSession.
    public enum Failure: Error, Hashable {
        /// The shop has no such book.
        case noSuchBook
        /// The shop answered with another status.
        case status(Int)
    }

    private let baseURL: URL
    private let session: URLSession

    /// Makes a client of a shop; tests bring their own URL.
    public init(baseURL: URL, session: URLSession = .shared) {
        self.baseURL = baseURL
        self.session = session
    }

    /// One page of the list of books.
    public func books(page: Int = 1) async throws -> [Book] {
        try await get("books", query: "page=\(page)")
    }

    /// One book.
    public func book(id: Int) async throws -> Book { try await get("books/\(id)") }

    /// Adds a book.
    public func add(_ book: Book) async throws -> Book {
        var request = URLRequest(url: baseURL.appendingPathComponent("books"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(book)
        return try await send(request)
    }

    private func get<Model: Decodable & Sendable>(_ path: String, query: String? = nil) async throws -> Model {
        var components = URLComponents(url: baseURL.appendingPathComponent(path), resolvingAgainstBaseURL: false)
        components?.query = query
        return try await send(URLRequest(url: components?.url ?? baseURL))
    }

    private func send<Model: Decodable & Sendable>(_ request: URLRequest) async throws -> Model {
        try await withCheckedThrowingContinuation { continuation in
            let task = session.dataTask(with: request) { data, response, error in
                continuation.resume(
                    with: Result {
                        if let error { throw error }
                        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                        if status == 404 { throw Failure.noSuchBook }
                        guard 200..<300 ~= status else { throw Failure.status(status) }
                        return try JSONDecoder().decode(Model.self, from: data ?? Data())
                    })
            }
            task.resume()
        }
    }
}
