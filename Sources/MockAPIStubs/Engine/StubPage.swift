/// A few stubs that came into an index one after the other and stay where they are.
///
/// It is appended to by the one index that began it, behind the places that anybody knows of.
package final class StubPage: @unchecked Sendable {
    /// The most stubs of a page.
    static let mostStubs = 256

    package let capacity: Int
    private(set) var count = 0
    private let stubs: UnsafeMutablePointer<Stub>

    init(capacity: Int) {
        self.capacity = capacity
        stubs = .allocate(capacity: capacity)
    }

    deinit {
        stubs.deinitialize(count: count)
        stubs.deallocate()
    }

    var isFull: Bool { count == capacity }

    package subscript(place: Int) -> Stub {
        @inline(__always) get { stubs[place] }
    }

    func append(_ stub: Stub) {
        precondition(!isFull, "the page is full")
        (stubs + count).initialize(to: stub)
        count += 1
    }
}

/// Says which stub without a look at it: whoever only counts or notes stubs needs no memory that belongs to one of them.
package struct StubHandle: Sendable {
    package let page: StubPage
    /// The place in the page, below its capacity.
    package let place: Int

    /// The stub.
    package var stub: Stub { page[place] }
}

extension StubHandle {
    /// Makes handles of the same stubs that keep no other stubs in memory.
    package static func detached(_ handles: [StubHandle]) -> [StubHandle] {
        let page = StubPage(capacity: handles.count)
        return handles.enumerated().map { place, handle in
            page.append(handle.stub)
            return StubHandle(page: page, place: place)
        }
    }
}
