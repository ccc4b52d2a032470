import MockAPIMatching

/// Finds the stub that answers a request, in a time that does not grow with the number of stubs.
///
/// Stubs on a fixed path are found by a hash of it, those on a template by its segments, and the others are tried in
/// order. Where many stand at one place, they are split by the part of the request that tells them apart best. The answer
/// is that of `LinearStubs`, always: everything found here is only a candidate, compared by its order and by its own pattern.
///
/// An index is not copied by chance; `copy()` costs little, and copies share what they have in common.
struct StubIndex: ~Copyable, Sendable {
    /// The stubs on one fixed path.
    struct Path: Sendable {
        /// Where the path stands in `pathBytes`.
        let start: UInt32
        let count: UInt32
        var bucket: StubBucket
    }

    var entries = StubEntries()
    private(set) var numbers: [String: UInt32] = [:]
    private var removedCount = 0

    /// What the hash of a path leads to: a stub that is alone on its path, or the path.
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
        entries = other.entries.copy()
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
    subscript(id: String) -> Stub? { numbers[id].map { entries.stub($0) } }

    /// The stubs with their orders.
    var orderedStubs: [(stub: Stub, order: StubOrder)] {
        var stubs: [(stub: Stub, order: StubOrder)] = []
        stubs.reserveCapacity(count)
        for number in entries.indices.lazy.map({ UInt32(truncatingIfNeeded: $0) }) where !entries[number].isRemoved {
            stubs.append((entries.stub(number), entries[number].order))
        }
        return stubs
    }
}

// MARK: - Changing

extension StubIndex {
    /// Adds a stub; one that has its id already makes room for it.
    mutating func insert(_ stub: Stub, _ order: StubOrder) {
        let earlier = numbers.updateValue(UInt32(truncatingIfNeeded: entries.count), forKey: stub.id)
        enter(stub, order)
        if let earlier { takeOut(earlier, entries.stub(earlier)) }
    }

    /// Adds a stub as the last entry and to its place.
    private mutating func enter(_ stub: Stub, _ order: StubOrder) {
        let number = UInt32(truncatingIfNeeded: entries.count)
        let request = stub.request
        entries.append(stub, order, request)
        switch request.url {
        case .url(let wanted):
            let mark = wanted.normalized.firstIndex(of: UInt8(ascii: "?")) ?? wanted.normalized.endIndex
            insert(number, request, path: wanted.normalized[..<mark])
        case .urlPath(let wanted): insert(number, request, path: wanted.normalized[...])
        case .urlPathTemplate(let template):
            firstTemplate = min(firstTemplate, order)
            let place = templates.place(of: template)
            templates[place].insert(number, request, in: &entries)
        case .any, .urlPattern, .urlPathPattern:
            firstOther = min(firstOther, order)
            others.insert(number, request, in: &entries)
        }
    }

    /// Removes the stub of an id; `nil` where there is none.
    mutating func remove(id: String) -> Stub? {
        guard let number = numbers.removeValue(forKey: id) else { return nil }
        let stub = entries.stub(number)
        takeOut(number, stub)
        return stub
    }

    /// Removes an entry, which is of a stub, from its place.
    private mutating func takeOut(_ number: UInt32, _ stub: Stub) {
        let request = stub.request
        switch request.url {
        case .url(let wanted):
            let mark = wanted.normalized.firstIndex(of: UInt8(ascii: "?")) ?? wanted.normalized.endIndex
            remove(number, request, path: wanted.normalized[..<mark])
        case .urlPath(let wanted): remove(number, request, path: wanted.normalized[...])
        case .urlPathTemplate(let template):
            let place = templates.place(of: template)
            templates[place].remove(number, request, in: &entries)
        case .any, .urlPattern, .urlPathPattern: others.remove(number, request, in: &entries)
        }
        entries.remove(number)
        removedCount += 1
        // What is left of removed stubs goes when it is as much as what is there.
        if removedCount > count + 64 { self = StubIndex(ordered: orderedStubs.sorted { $1.order < $0.order }) }
    }

    private mutating func insert(_ number: UInt32, _ request: RequestPattern, path: ArraySlice<UInt8>) {
        path.withUnsafeBufferPointer { path in
            let hash = ByteHash.hash(path)
            if let lead = lead(to: path, hash: hash) {
                let place = shared(lead, hash: hash)
                paths[place].bucket.insert(number, request, in: &entries)
                return
            }
            let isAlone = entries.setAlone(number, in: paths.count, key: path)
            pathTable.insert(hash, (isAlone ? Lead(stub: number) : Lead(bucket: paths.count)).code)
            paths.append(
                Path(
                    start: UInt32(truncatingIfNeeded: pathBytes.count), count: UInt32(truncatingIfNeeded: path.count),
                    bucket: .one(number)))
            pathBytes.append(contentsOf: path)
        }
    }

    private mutating func remove(_ number: UInt32, _ request: RequestPattern, path: ArraySlice<UInt8>) {
        path.withUnsafeBufferPointer { path in
            let hash = ByteHash.hash(path)
            guard let lead = lead(to: path, hash: hash) else { return }
            let place = shared(lead, hash: hash)
            paths[place].bucket.remove(number, request, in: &entries)
        }
    }

    /// The index in `paths` of what a hash leads to, from now on by way of its bucket.
    private mutating func shared(_ lead: Lead, hash: UInt64) -> Int {
        guard let number = lead.stub else { return lead.bucket }
        let bucket = Int(entries[number].bucket)
        pathTable.replace(hash, lead.code, by: Lead(bucket: bucket).code)
        return bucket
    }

    /// What a path leads to.
    @inline(__always)
    func lead(to path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Lead? {
        pathTable.first(hash) { code in
            let lead = Lead(code: code)
            if let number = lead.stub { return entries.pointer(to: number).pointee.hasKey(path) }
            let known = paths[lead.bucket]
            guard Int(known.count) == path.count else { return false }
            return pathBytes.withUnsafeBufferPointer { bytes in
                let start = Int(known.start)
                for offset in path.indices where bytes[start + offset] != path[offset] { return false }
                return true
            }
        }.map { Lead(code: $0) }
    }

    /// The stubs on a path.
    func bucket(of path: UnsafeBufferPointer<UInt8>) -> StubBucket {
        guard let lead = lead(to: path, hash: ByteHash.hash(path)) else { return .empty }
        return lead.stub.map { .one($0) } ?? paths[lead.bucket].bucket
    }
}

/// What a table leads to: a bucket, or at once to the only stub of one.
struct Lead: Sendable {
    private static let stubBit: UInt32 = 1 << 31

    let code: UInt32

    init(code: UInt32) { self.code = code }
    init(bucket: Int) { code = UInt32(truncatingIfNeeded: bucket) }
    init(stub number: UInt32) { code = number | Self.stubBit }

    /// The number of the stub; `nil` where it is a bucket.
    @inline(__always)
    var stub: UInt32? { code & Self.stubBit == 0 ? nil : code & ~Self.stubBit }

    /// The index of the bucket, where it is one.
    @inline(__always)
    var bucket: Int { Int(code) }
}
