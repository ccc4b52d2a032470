/// An array of plain values that begins at the start of a line of the processor's cache, so that an element of 64 bytes
/// lies in one line.
///
/// A copy costs one reference until one of the two is changed.
struct FlatArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private static var lineSize: Int { 64 }

    private final class Storage {
        let start: UnsafeMutablePointer<Element>
        let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
            start = UnsafeMutableRawPointer.allocate(
                byteCount: max(1, capacity) * MemoryLayout<Element>.stride,
                alignment: max(FlatArray.lineSize, MemoryLayout<Element>.alignment)
            ).bindMemory(to: Element.self, capacity: capacity)
        }

        deinit { UnsafeMutableRawPointer(start).deallocate() }
    }

    private var storage: Storage
    private(set) var count: Int

    /// Makes an empty array with room for so many elements.
    init(capacity: Int = 0) {
        storage = Storage(capacity: capacity)
        count = 0
    }

    /// Makes an array of equal elements.
    init(repeating element: Element, count: Int) {
        storage = Storage(capacity: count)
        storage.start.update(repeating: element, count: count)
        self.count = count
    }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "no element has this index")
            return storage.start[index]
        }
        set {
            precondition(index >= 0 && index < count, "no element has this index")
            makeRoom(for: count)
            storage.start[index] = newValue
        }
    }

    /// An element where it lies; the pointer is good as long as the array is neither changed nor let go.
    @inline(__always)
    func pointer(to index: Int) -> UnsafePointer<Element> {
        precondition(index >= 0 && index < count, "no element has this index")
        return UnsafePointer(storage.start + index)
    }

    mutating func append(_ element: Element) {
        makeRoom(for: count + 1)
        storage.start[count] = element
        count += 1
    }

    mutating func reserveCapacity(_ capacity: Int) {
        if capacity > storage.capacity { makeRoom(for: capacity) }
    }

    @inline(__always)
    func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
        withExtendedLifetime(storage) { body(UnsafeBufferPointer(start: storage.start, count: count)) }
    }

    /// Sees to it that so many elements fit and that nobody else has them.
    private mutating func makeRoom(for wanted: Int) {
        if wanted <= storage.capacity, isKnownUniquelyReferenced(&storage) { return }
        let room = wanted <= storage.capacity ? storage.capacity : max(wanted, storage.capacity * 2, 8)
        let new = Storage(capacity: room)
        new.start.update(from: storage.start, count: count)
        storage = new
    }
}
