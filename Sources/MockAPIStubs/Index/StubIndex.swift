import MockAPIMatching

/// Finds the stub that answers a request, in a time that does not grow with the number of stubs.
///
/// Stubs on a fixed path are found by a hash of it, those on a template by its segments, and the others are tried in
/// order. Where many stand at one place, they are split by the part of the request that tells them apart best. The answer
/// is that of `LinearStubs`, always: everything found here is only a candidate, compared by its order and by its own pattern.
///
/// An index is not copied by chance; `copy()` costs little, and copies share what they have in common.
struct StubIndex: ~Copyable, Sendable {
    /// A stub and what is to be known of it without looking at it.
    struct Entry: Sendable {
        let order: StubOrder
        let stub: Stub
        let method: MethodCode
        /// Whether the method and the place where it is found are all that the stub asks for.
        let isDecidedByPlace: Bool
        var isRemoved = false
    }

    /// The stubs on one fixed path.
    struct Path: Sendable {
        /// Where the path stands in `pathBytes`.
        let start: UInt32
        let count: UInt32
        var bucket: StubBucket
    }

    var entries: [Entry] = []
    private(set) var numbers: [String: UInt32] = [:]
    private var removedCount = 0

    /// The indices in `paths` by the hash of the path.
    var pathTable = HashTable()
    var paths: [Path] = []
    /// The paths, in their normal form and one after the other.
    var pathBytes: [UInt8] = []

    var templates = TemplateTrie()
    /// No stub with a template goes before this one.
    var firstTemplate = StubOrder.last

    /// The stubs that no fixed path or template leads to: regular expressions and any URL.
    var others = StubBucket.empty
    /// None of the others goes before this one.
    var firstOther = StubOrder.last

    init() {}

    /// An index with the same stubs.
    func copy() -> StubIndex { StubIndex(copying: self) }

    private init(copying other: borrowing StubIndex) {
        entries = other.entries
        numbers = other.numbers
        removedCount = other.removedCount
        pathTable = other.pathTable
        paths = other.paths
        pathBytes = other.pathBytes
        templates = other.templates
        firstTemplate = other.firstTemplate
        others = other.others
        firstOther = other.firstOther
    }

    /// Makes an index of the stubs of files, given in sorted file order; of two with the same id the later one stays.
    init(files stubs: [Stub]) {
        numbers.reserveCapacity(stubs.count)
        for (position, stub) in stubs.enumerated() { numbers[stub.id] = UInt32(truncatingIfNeeded: position) }
        let hasRepeats = numbers.count < stubs.count
        entries.reserveCapacity(numbers.count)
        for (position, stub) in stubs.enumerated() {
            if hasRepeats {
                guard numbers[stub.id] == UInt32(truncatingIfNeeded: position) else { continue }
                numbers[stub.id] = UInt32(truncatingIfNeeded: entries.count)
            }
            var stub = stub
            stub.isAddedAtRunTime = false
            enter(stub, StubOrder(stub, position: position))
        }
    }

    /// Makes an index of stubs whose orders are known; each id occurs once.
    private init(ordered stubs: [(stub: Stub, order: StubOrder)]) {
        entries.reserveCapacity(stubs.count)
        numbers.reserveCapacity(stubs.count)
        for (stub, order) in stubs { insert(stub, order) }
    }

    /// How many stubs there are.
    var count: Int { numbers.count }

    /// The stub of an id.
    subscript(id: String) -> Stub? { numbers[id].map { entries[Int($0)].stub } }

    /// The stubs with their orders.
    var orderedStubs: [(stub: Stub, order: StubOrder)] {
        var stubs: [(stub: Stub, order: StubOrder)] = []
        stubs.reserveCapacity(count)
        for entry in entries where !entry.isRemoved { stubs.append((entry.stub, entry.order)) }
        return stubs
    }
}

// MARK: - Changing

extension StubIndex {
    /// Adds a stub whose id is not there.
    mutating func insert(_ stub: Stub, _ order: StubOrder) {
        numbers[stub.id] = UInt32(truncatingIfNeeded: entries.count)
        enter(stub, order)
    }

    /// Adds a stub as the last entry and to its place.
    private mutating func enter(_ stub: Stub, _ order: StubOrder) {
        let number = UInt32(truncatingIfNeeded: entries.count)
        let request = stub.request
        let method = MethodCode(request.method)
        entries.append(
            Entry(
                order: order, stub: stub, method: method,
                isDecidedByPlace: method.isFinal && request.isDecidedByMethodAndPath))
        switch request.url {
        case .url(let wanted):
            let mark = wanted.normalized.firstIndex(of: UInt8(ascii: "?")) ?? wanted.normalized.endIndex
            insert(number, request, path: wanted.normalized[..<mark])
        case .urlPath(let wanted): insert(number, request, path: wanted.normalized[...])
        case .urlPathTemplate(let template):
            firstTemplate = min(firstTemplate, order)
            let place = templates.place(of: template)
            templates[place].insert(number, request, in: entries)
        case .any, .urlPattern, .urlPathPattern:
            firstOther = min(firstOther, order)
            others.insert(number, request, in: entries)
        }
    }

    /// Removes the stub of an id; `nil` where there is none.
    mutating func remove(id: String) -> Stub? {
        guard let number = numbers.removeValue(forKey: id) else { return nil }
        let stub = entries[Int(number)].stub
        let request = stub.request
        switch request.url {
        case .url(let wanted):
            let mark = wanted.normalized.firstIndex(of: UInt8(ascii: "?")) ?? wanted.normalized.endIndex
            remove(number, request, path: wanted.normalized[..<mark])
        case .urlPath(let wanted): remove(number, request, path: wanted.normalized[...])
        case .urlPathTemplate(let template):
            let place = templates.place(of: template)
            templates[place].remove(number, request, in: entries)
        case .any, .urlPattern, .urlPathPattern: others.remove(number, request, in: entries)
        }
        entries[Int(number)].isRemoved = true
        removedCount += 1
        // What is left of removed stubs goes when it is as much as what is there.
        if removedCount > count + 64 { self = StubIndex(ordered: orderedStubs.sorted { $1.order < $0.order }) }
        return stub
    }

    private mutating func insert(_ number: UInt32, _ request: RequestPattern, path: ArraySlice<UInt8>) {
        path.withUnsafeBufferPointer { path in
            let hash = ByteHash.hash(path)
            if let place = self.path(path, hash: hash) {
                paths[place].bucket.insert(number, request, in: entries)
                return
            }
            pathTable.insert(hash, UInt32(truncatingIfNeeded: paths.count))
            paths.append(
                Path(
                    start: UInt32(truncatingIfNeeded: pathBytes.count), count: UInt32(truncatingIfNeeded: path.count),
                    bucket: .one(number)))
            pathBytes.append(contentsOf: path)
        }
    }

    private mutating func remove(_ number: UInt32, _ request: RequestPattern, path: ArraySlice<UInt8>) {
        path.withUnsafeBufferPointer { path in
            guard let place = self.path(path, hash: ByteHash.hash(path)) else { return }
            paths[place].bucket.remove(number, request, in: entries)
        }
    }

    /// The index in `paths`.
    @inline(__always)
    func path(_ path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        pathTable.first(hash) { candidate in
            let known = paths[Int(candidate)]
            guard Int(known.count) == path.count else { return false }
            return pathBytes.withUnsafeBufferPointer { bytes in
                let start = Int(known.start)
                for offset in path.indices where bytes[start + offset] != path[offset] { return false }
                return true
            }
        }.map { Int($0) }
    }
}

extension RequestPattern {
    /// Whether a request with the right method, and the right path where one is fixed, matches.
    fileprivate var isDecidedByMethodAndPath: Bool {
        switch url {
        case .urlPath, .any: self == RequestPattern(method: method, url: url)
        case .url, .urlPattern, .urlPathPattern, .urlPathTemplate: false
        }
    }
}
