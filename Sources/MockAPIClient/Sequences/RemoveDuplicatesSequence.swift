/// The elements of another sequence, without those that are the same as the one before them.
public struct RemoveDuplicatesSequence<Base: AsyncSequence>: AsyncSequence {
    /// The elements are those of the base.
    public typealias Element = Base.Element

    let base: Base
    let isSame: @Sendable (Element, Element) -> Bool

    /// Begins to iterate the base.
    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), isSame: isSame) }

    /// Iterates the base.
    public struct Iterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        let isSame: @Sendable (Element, Element) -> Bool
        private var last: Element?

        init(base: Base.AsyncIterator, isSame: @escaping @Sendable (Element, Element) -> Bool) {
            self.base = base
            self.isSame = isSame
        }

        /// The next element that differs from the one before it.
        public mutating func next() async throws -> Element? {
            while let element = try await base.next() {
                if let last, isSame(last, element) { continue }
                last = element
                return element
            }
            return nil
        }
    }
}

extension RemoveDuplicatesSequence: Sendable where Base: Sendable {}

extension AsyncSequence {
    /// The elements without those that are the same as the one before them, as `isSame` says.
    public func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool)
        -> RemoveDuplicatesSequence<Self>
    {
        RemoveDuplicatesSequence(base: self, isSame: isSame)
    }
}

extension AsyncSequence where Element: Equatable & Sendable {
    /// The elements without those that are equal to the one before them.
    public func removeDuplicates() -> RemoveDuplicatesSequence<Self> { removeDuplicates { $0 == $1 } }
}
