/// The values of a request: one, or for the policy `cachedThenNetwork` what is stored and then what the network says.
///
/// Nothing happens until the sequence is iterated, and each iteration is a call of its own that runs within the task
/// which iterates: it ends when that task is cancelled or stops asking. A stored value is followed by the network's
/// value, unless that is the same, or by its error.
///
/// Users of Combine get a publisher by `publisher()`. Users of RxSwift make an observable in these lines:
///
///     @preconcurrency import RxSwift
///
///     extension Client {
///         func observable<Request: APIRequest>(_ request: Request) -> Observable<Request.Response> {
///             Observable.create { observer in
///                 let task = Task {
///                     do {
///                         for try await value in self.values(for: request) { observer.onNext(value) }
///                         observer.onCompleted()
///                     } catch is CancellationError {
///                     } catch {
///                         observer.onError(error)
///                     }
///                 }
///                 return Disposables.create { task.cancel() }
///             }
///         }
///     }
public struct ResponseValues<Request: APIRequest>: AsyncSequence, Sendable {
    /// What the response is parsed into.
    public typealias Element = Request.Response

    let client: Client
    let request: Request

    /// Begins a call, which is made when the first value is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client, request: request) }

    /// One call.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case new
            /// The stored value was given.
            case stored(PreparedCall<Request>, Exchange<Element>)
            case ended
        }

        private let client: Client
        private let request: Request
        private var state = State.new

        init(client: Client, request: Request) {
            self.client = client
            self.request = request
        }

        /// The next value; `nil` after the last one, and after an error.
        ///
        /// - Throws: `APIError`; `CancellationError` at once where the task is cancelled.
        public mutating func next() async throws -> Element? {
            let current = state
            state = .ended
            switch current {
            case .new:
                try Task.checkCancellation()
                let call = try client.prepare(request)
                if call.policy == .cachedThenNetwork, let stored = try await call.peek() {
                    state = .stored(call, stored)
                    return stored.value
                }
                return try await call.exchange().value
            case .stored(let call, let stored):
                try Task.checkCancellation()
                let exchange = try await call.exchange()
                return exchange.isSame(as: stored) ? nil : exchange.value
            case .ended: return nil
            }
        }
    }
}

extension Client {
    /// The values of a request, for policies that give more than one: what is stored, then what the network says.
    public func values<Request: APIRequest>(for request: Request) -> ResponseValues<Request> {
        ResponseValues(client: self, request: request)
    }
}

extension Exchange {
    /// Whether both have the same value; values that cannot be compared are the same if status and body are.
    fileprivate func isSame(as other: Exchange) -> Bool {
        if let value = value as? any Equatable { return Self.isEqual(value, other.value) }
        return response.status == other.response.status && response.body.bytes == other.response.body.bytes
    }

    private static func isEqual<Compared: Equatable>(_ left: Compared, _ right: Any) -> Bool {
        right as? Compared == left
    }
}
