/// Plain values that are gathered one after the other and then dropped all at once.
///
/// Does what an array would do, without looking for other owners of its memory on every call.
package struct GatherBuffer<Element: BitwiseCopyable>: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<Element>
    /// How many elements there are.
    package private(set) var count = 0

    /// Makes an empty buffer with room for as many elements, at least one.
    package init(capacity: Int) { memory = .allocate(capacity: max(1, capacity)) }

    deinit { memory.deallocate() }

    /// Whether there is nothing.
    package var isEmpty: Bool { count == 0 }

    /// The element at an index below `count`.
    package subscript(index: Int) -> Element { memory[index] }

    /// Appends one element.
    @inline(__always)
    package mutating func append(_ element: Element) {
        if count == memory.count { makeRoom(for: 1) }
        memory.initializeElement(at: count, to: element)
        count += 1
    }

    /// Appends elements that lie elsewhere.
    @inline(__always)
    package mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress, !elements.isEmpty else { return }
        if memory.count - count < elements.count { makeRoom(for: elements.count) }
        memory.baseAddress?.advanced(by: count).initialize(from: source, count: elements.count)
        count += elements.count
    }

    /// Appends the elements of an array.
    @inline(__always)
    package mutating func append(contentsOf elements: [Element]) {
        elements.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// Drops all elements and keeps the memory.
    package mutating func removeAll() { count = 0 }

    /// Lends the elements.
    package func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
        body(UnsafeBufferPointer(rebasing: memory[..<count]))
    }

    private mutating func makeRoom(for more: Int) {
        let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(memory.count * 2, count + more))
        _ = larger.update(fromContentsOf: memory[..<count])
        memory.deallocate()
        memory = larger
    }
}

extension GatherBuffer<UInt8> {
    /// Appends the bytes of a text that is part of the program.
    @inline(__always)
    package mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
