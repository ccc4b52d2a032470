/// The elements of another sequence, some of them left out by when they come.
///
/// Nothing happens until the sequence is iterated; each iteration iterates the base in a task of its own, which is
/// cancelled when the iteration ends or its task is cancelled.
public struct TimedSequence<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element: Sendable {
    /// The elements are those of the base.
    public typealias Element = Base.Element

    let base: Base
    /// Iterates the base and hands elements on; returns at its end.
    let run: @Sendable (Base, AsyncThrowingStream<Element, any Error>.Continuation) async throws -> Void

    /// Makes an iterator; the base is iterated from its first `next()` on.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            begin: { [base, run] in
                AsyncThrowingStream { continuation in
                    let task = Task {
                        do {
                            try await run(base, continuation)
                            continuation.finish()
                        } catch {
                            continuation.finish(throwing: error)
                        }
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            })
    }

    /// One iteration.
    public struct Iterator: AsyncIteratorProtocol {
        private let begin: @Sendable () -> AsyncThrowingStream<Element, any Error>
        private var stream: AsyncThrowingStream<Element, any Error>.AsyncIterator?

        init(begin: @escaping @Sendable () -> AsyncThrowingStream<Element, any Error>) { self.begin = begin }

        /// The next element that is not left out.
        public mutating func next() async throws -> Element? {
            var iterator = stream ?? begin().makeAsyncIterator()
            let element = try await iterator.next()
            stream = iterator
            try Task.checkCancellation()
            return element
        }
    }
}
