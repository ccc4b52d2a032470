public import MockAPICore
public import MockAPIMatching

/// What the engine says to one request.
public enum EngineAnswer: Sendable {
    /// A stub answers with bytes at hand, at once.
    case prepared(Stub, PreparedResponse)
    /// A stub answers late, slowly, wrongly or from a file.
    indirect case plan(Stub, ResponsePlan)
    /// No stub matches.
    indirect case miss(MatchReport)

    /// The stub that answers; `nil` for a miss.
    public var stub: Stub? {
        switch self {
        case .prepared(let stub, _), .plan(let stub, _): stub
        case .miss: nil
        }
    }

    /// Why no stub matches; `nil` where one does.
    public var report: MatchReport? {
        if case .miss(let report) = self { report } else { nil }
    }
}

/// The stubs of one server: answers requests, and lets stubs be added, removed, replaced and reset meanwhile.
///
/// Safe to use from any thread. An answer works on the set as it was when the request came; nothing is held while it is
/// matched. A set that is replaced is let go on a thread of its own, since that takes a while for a large one.
public final class StubEngine: Sendable {
    private struct State: Sendable {
        var initial: StubSet
        var current: StubSet
    }

    /// More stubs at once are added to a copy, so that requests need not wait.
    private static let mostAddedInPlace = 64

    private let state: Locked<State>
    /// Held by whoever changes the set, so that a change may take its time beside the state.
    private let changes = Locked(())

    /// Makes an engine of the stubs of files, given in sorted file order.
    public init(stubs: [Stub] = []) {
        let set = StubSet(stubs)
        state = Locked(State(initial: set, current: set))
    }

    /// The stubs of now.
    public var current: StubSet { state.withLock { $0.current } }

    /// The stubs of now, in the order in which they are tried.
    public var stubs: [Stub] { current.stubs }

    /// Answers a request.
    public func answer(_ request: ReceivedRequest) -> EngineAnswer {
        switch attempt(request) {
        case .prepared(let handle, let prepared): .prepared(handle.stub, prepared)
        case .plan(let handle, let plan): .plan(handle.stub, plan)
        case .miss(let miss): .miss(miss.report())
        case .undecided(let request):
            switch request.decide().outcome {
            case .hit(let handle, let plan):
                handle.stub.prepared.map { .prepared(handle.stub, $0) } ?? .plan(handle.stub, plan)
            case .miss(let report): .miss(report)
            }
        }
    }

    /// Answers a request if a stub matches; else leaves it to the caller when, and on which thread, it is said why.
    package func attempt(_ request: ReceivedRequest) -> EngineAttempt {
        let set = current
        return RequestLookup.with(request, isHasty: true) { lookup in
            let found = set.find(&lookup)
            if lookup.isCutShort {
                return .undecided(UndecidedRequest(request: request, stubs: set, json: lookup.jsonAtHand))
            }
            guard let (handle, answer) = found else {
                return .miss(UnexplainedMiss(request: request, stubs: set, json: lookup.jsonAtHand))
            }
            return answer.map { .prepared(handle, $0) } ?? .plan(handle, handle.stub.plan())
        }
    }
}

// MARK: - Changing

extension StubEngine {
    /// Adds a stub, which goes before those of files and those added earlier; one with the same id is taken away.
    public func add(_ stub: Stub) { changes.withLock { _ in state.withLock { $0.current.add(stub) } } }

    /// Adds stubs, the last of them becoming the newest.
    public func add(_ stubs: [Stub]) {
        changes.withLock { _ in
            if stubs.count <= Self.mostAddedInPlace {
                state.withLock { state in
                    for stub in stubs { state.current.add(stub) }
                }
            } else {
                var set = current
                for stub in stubs { set.add(stub) }
                put(current: set)
            }
        }
    }

    /// Takes the stub of an id away; `false` where there is none.
    @discardableResult
    public func remove(id: String) -> Bool {
        changes.withLock { _ in state.withLock { $0.current.remove(id: id) != nil } }
    }

    /// Takes the stubs of now away and puts those of files, in sorted file order, in their place; `reset()` comes back to
    /// them.
    public func replace(with stubs: [Stub]) {
        let set = StubSet(stubs)
        changes.withLock { _ in put(initial: set, current: set) }
    }

    /// Goes back to the stubs of files: added ones are gone, removed ones are back.
    public func reset() { changes.withLock { _ in put(current: state.withLock { $0.initial }) } }

    private func put(initial: StubSet? = nil, current: StubSet) {
        let (old, new) = state.withLock { state in
            let old = state
            state = State(initial: initial ?? old.initial, current: current)
            return (old, state)
        }
        for set in old.current.isSame(as: old.initial) ? [old.current] : [old.current, old.initial]
        where !set.isSame(as: new.initial) && !set.isSame(as: new.current) { set.retire() }
    }
}
