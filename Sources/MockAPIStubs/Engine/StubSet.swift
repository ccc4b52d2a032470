import MockAPICore
public import MockAPIMatching

/// The stub that answers a request, and what its pattern captured.
public struct StubMatch: Sendable {
    /// The stub.
    public var stub: Stub
    /// What the pattern captured.
    public var match: PatternMatch
}

/// Stubs in the order in which they are tried; the first that matches answers.
///
/// The order: the lowest `priority` number; then stubs added while running, the newest first; then the stubs of files,
/// the more specific path first (exact, template, regex, any), then the one with more conditions, then the later one in
/// the order given, which for files is the sorted order of their paths.
///
/// An index finds the stub, so that the time it takes does not grow with the number of stubs. A copy costs one reference,
/// and adding to a set or removing from it does not change its copies.
public struct StubSet: Sendable {
    /// Changed only where no other set has it.
    private final class Storage: @unchecked Sendable {
        @exclusivity(unchecked) var files: StubIndex
        @exclusivity(unchecked) var added = StubIndex()
        /// How many stubs were added so far, those that were removed meanwhile included.
        var addedCount = 0

        init(files: consuming StubIndex) { self.files = files }

        init(copying other: Storage) {
            files = other.files.copy()
            added = other.added.copy()
            addedCount = other.addedCount
        }
    }

    private var storage: Storage

    /// Makes an empty set.
    public init() { storage = Storage(files: StubIndex()) }

    /// Makes a set of the stubs of files, given in sorted file order; of two with the same id the later one stays.
    public init(_ stubs: [Stub]) { storage = Storage(files: StubIndex(files: stubs)) }

    /// How many stubs there are.
    public var count: Int { storage.files.count + storage.added.count }
    /// How many entries the indices have, those of removed stubs that are not cleared away yet among them.
    var entryCount: Int { storage.files.entries.count + storage.added.entries.count }
    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }

    /// The stubs in the order in which they are tried.
    public var stubs: [Stub] {
        (storage.files.orderedStubs + storage.added.orderedStubs).sorted { $0.order < $1.order }.map(\.stub)
    }

    /// The stub of an id.
    public subscript(id: String) -> Stub? { storage.added[id] ?? storage.files[id] }

    /// The stub that answers; `nil` where none matches.
    public func match(_ subject: MatchSubject) -> StubMatch? {
        RequestLookup.with(subject.request, subject: subject) { match(&$0) }
    }

    func match(_ lookup: inout RequestLookup) -> StubMatch? {
        let added = storage.added.match(&lookup)
        if let file = storage.files.match(&lookup, before: added?.order ?? .last) {
            return StubMatch(stub: storage.files.entries.stub(file.number), match: file.match)
        }
        return added.map { StubMatch(stub: storage.added.entries.stub($0.number), match: $0.match) }
    }

    /// The stub that answers, not looked at, and its answer where that is at hand; `nil` where none matches.
    func find(_ lookup: inout RequestLookup) -> (stub: StubHandle, answer: PreparedResponse?)? {
        let added = storage.added.match(&lookup)
        if let file = storage.files.match(&lookup, before: added?.order ?? .last) {
            return (storage.files.entries.handle(file.number), storage.files.entries.answer(file.number))
        }
        return added.map { (storage.added.entries.handle($0.number), storage.added.entries.answer($0.number)) }
    }
}

// MARK: - Near stubs

extension StubSet {
    /// The stubs that are worth comparing with a request that none matches, in the order in which they are tried.
    func nearStubs(_ subject: MatchSubject) -> [Stub] {
        RequestLookup.with(subject.request, subject: subject) { lookup in
            // A few added stubs are all looked at; where there are many of both, each gets its half.
            let half = Self.mostNearStubs / 2
            let addedLimit = max(half, Self.mostNearStubs - storage.files.count)
            let added = storage.added.nearStubs(&lookup, limit: addedLimit)
            let files = storage.files.nearStubs(&lookup, limit: Self.mostNearStubs - added.count)
            let near =
                added.map { (order: storage.added.entries[$0].order, stub: storage.added.entries.stub($0)) }
                + files.map { (order: storage.files.entries[$0].order, stub: storage.files.entries.stub($0)) }
            return near.sorted { $0.order < $1.order }.map(\.stub)
        }
    }
}

// MARK: - Changing

extension StubSet {
    /// Adds a stub to a running set; one that has its id already makes room for it.
    public mutating func add(_ stub: Stub) {
        makeUnique()
        _ = storage.files.remove(id: stub.id)
        var stub = stub
        stub.isAddedAtRunTime = true
        storage.addedCount += 1
        storage.added.insert(stub, StubOrder(stub, age: storage.addedCount))
    }

    /// Removes the stub of an id; `nil` where there is none.
    @discardableResult
    public mutating func remove(id: String) -> Stub? {
        guard self[id] != nil else { return nil }
        makeUnique()
        return storage.added.remove(id: id) ?? storage.files.remove(id: id)
    }

    /// Whether both are copies of one set, not changed since.
    func isSame(as other: StubSet) -> Bool { storage === other.storage }

    /// Whether nothing else has this set, nor will have it.
    mutating func isLastReference() -> Bool { isKnownUniquelyReferenced(&storage) }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    }
}
