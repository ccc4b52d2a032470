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
/// The matcher tries one stub after the other.
public struct StubSet: Sendable {
    /// The stubs of one priority.
    private struct Layer: Sendable {
        var priority: Int
        /// Added while running, the newest last.
        var added: [Stub] = []
        /// From files, the first to be tried first.
        var fromFiles: [Stub] = []

        var isEmpty: Bool { added.isEmpty && fromFiles.isEmpty }
    }

    /// By priority, the lowest number first; none is empty.
    private var layers: [Layer] = []
    private var priorities: [String: Int] = [:]

    /// Makes an empty set.
    public init() {}

    /// Makes a set of the stubs of files, given in sorted file order; of two with the same id the later one stays.
    public init(_ stubs: [Stub]) {
        var byPriority: [Int: [RankedStub]] = [:]
        var taken: Set<String> = []
        for (position, stub) in stubs.enumerated().reversed() where taken.insert(stub.id).inserted {
            var stub = stub
            stub.isAddedAtRunTime = false
            priorities[stub.id] = stub.priority
            byPriority[stub.priority, default: []].append(RankedStub(stub, position: position))
        }
        layers = byPriority.map { priority, stubs in
            Layer(priority: priority, fromFiles: stubs.sorted(by: <).map(\.stub))
        }
        layers.sort { $0.priority < $1.priority }
    }

    /// How many stubs there are.
    public var count: Int { priorities.count }
    /// Whether there is none.
    public var isEmpty: Bool { priorities.isEmpty }

    /// The stubs in the order in which they are tried.
    public var stubs: [Stub] { layers.flatMap { $0.added.reversed() + $0.fromFiles } }

    /// The stub of an id.
    public subscript(id: String) -> Stub? {
        guard let priority = priorities[id], let layer = layers.first(where: { $0.priority == priority }) else {
            return nil
        }
        return layer.added.last { $0.id == id } ?? layer.fromFiles.first { $0.id == id }
    }

    /// Adds a stub to a running set; one that has its id already makes room for it.
    public mutating func add(_ stub: Stub) {
        remove(id: stub.id)
        var stub = stub
        stub.isAddedAtRunTime = true
        priorities[stub.id] = stub.priority
        let index = layers.firstIndex { $0.priority >= stub.priority } ?? layers.endIndex
        if index == layers.endIndex || layers[index].priority != stub.priority {
            layers.insert(Layer(priority: stub.priority), at: index)
        }
        layers[index].added.append(stub)
    }

    /// Removes the stub of an id; `nil` where there is none.
    @discardableResult
    public mutating func remove(id: String) -> Stub? {
        guard let priority = priorities.removeValue(forKey: id),
            let index = layers.firstIndex(where: { $0.priority == priority })
        else { return nil }
        defer { if layers[index].isEmpty { layers.remove(at: index) } }
        if let place = layers[index].added.lastIndex(where: { $0.id == id }) {
            return layers[index].added.remove(at: place)
        }
        guard let place = layers[index].fromFiles.firstIndex(where: { $0.id == id }) else { return nil }
        return layers[index].fromFiles.remove(at: place)
    }

    /// The stub that answers; `nil` where none matches.
    public func match(_ subject: MatchSubject) -> StubMatch? {
        for layer in layers {
            for stub in layer.added.reversed() {
                if let match = stub.request.matches(subject) { return StubMatch(stub: stub, match: match) }
            }
            for stub in layer.fromFiles {
                if let match = stub.request.matches(subject) { return StubMatch(stub: stub, match: match) }
            }
        }
        return nil
    }
}

/// A stub of a file with its place in the order of its priority.
private struct RankedStub: Comparable {
    var stub: Stub
    var pathRank: Int
    var conditions: Int
    var position: Int

    init(_ stub: Stub, position: Int) {
        self.stub = stub
        pathRank = stub.request.pathRank
        conditions = stub.request.rankedConditionCount
        self.position = position
    }

    static func < (left: RankedStub, right: RankedStub) -> Bool {
        (left.pathRank, right.conditions, right.position) < (right.pathRank, left.conditions, left.position)
    }

    static func == (left: RankedStub, right: RankedStub) -> Bool {
        (left.pathRank, left.conditions, left.position) == (right.pathRank, right.conditions, right.position)
    }
}
