package import MockAPIMatching

/// Stubs in the order in which they are tried; the first that matches answers.
///
/// The order: the lowest `priority` number; then stubs added while running, the newest first; then the stubs of files,
/// the more specific path first (exact, template, regex, any), then the one with more conditions, then the later one in
/// the order given, which for files is the sorted order of their paths.
///
/// The matcher tries one stub after the other. It is the specification that `StubIndex` is held against.
package struct LinearStubs: Sendable {
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
    package init() {}

    /// Makes a set of the stubs of files, given in sorted file order; of two with the same id the later one stays.
    package init(_ stubs: [Stub]) {
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

    /// The stubs in the order in which they are tried.
    package var stubs: [Stub] { layers.flatMap { $0.added.reversed() + $0.fromFiles } }

    /// Adds a stub to a running set; one that has its id already makes room for it.
    package mutating func add(_ stub: Stub) {
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
    package mutating func remove(id: String) -> Stub? {
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
    package func match(_ subject: MatchSubject) -> StubMatch? {
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
