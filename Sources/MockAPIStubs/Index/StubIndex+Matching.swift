import MockAPICore
import MockAPIMatching

extension StubIndex {
    /// The best stub so far.
    struct Winner {
        var number: UInt32
        var order: StubOrder
        var match: PatternMatch
    }

    private struct Search {
        /// Only stubs that go before this one can win.
        var bound: StubOrder
        var winner: Winner?
    }

    /// The stub that answers and goes before `bound`; `nil` where none matches.
    func match(_ lookup: inout RequestLookup, before bound: StubOrder = .last) -> Winner? {
        guard !entries.isEmpty else { return nil }
        var search = Search(bound: bound)
        lookup.withPath { lookup, path in
            if let place = self.path(path, hash: ByteHash.hash(path)) {
                look(into: paths[place].bucket, &search, &lookup)
            }
            if firstTemplate < search.bound {
                templates.forEachBucket(for: path) { look(into: $0, &search, &lookup) }
            }
        }
        if firstOther < search.bound { look(into: others, &search, &lookup) }
        return search.winner
    }

    private func look(into bucket: StubBucket, _ search: inout Search, _ lookup: inout RequestLookup) {
        switch bucket {
        case .empty: break
        case .one(let number): _ = attempt(number, &search, &lookup)
        case .list(let numbers):
            for number in numbers.reversed() where !attempt(number, &search, &lookup) { return }
        case .split(let split): look(into: split, &search, &lookup)
        }
    }

    /// What needs no JSON goes first where the JSON of the body tells stubs apart, so that it is read only when it must be.
    private func look(into split: StubSplit, _ search: inout Search, _ lookup: inout RequestLookup) {
        if split.discriminator.readsJSON { look(into: split.rest, &search, &lookup) }
        if split.firstKeyed < search.bound {
            lookup.forEachKey(of: split.discriminator) { lookup, key in
                if let place = split.places.first(key) { look(into: split.keyed[Int(place)], &search, &lookup) }
            }
        }
        if !split.discriminator.readsJSON { look(into: split.rest, &search, &lookup) }
    }

    /// Compares one stub with the request; `false` where those behind it in a list cannot win any more.
    @inline(__always)
    private func attempt(_ number: UInt32, _ search: inout Search, _ lookup: inout RequestLookup) -> Bool {
        let order = entries[Int(number)].order
        guard order < search.bound else { return false }
        guard entries[Int(number)].method.mayMatch(lookup.method) else { return true }
        var match = PatternMatch()
        if !entries[Int(number)].isDecidedByPlace {
            guard let found = entries[Int(number)].stub.matches(lookup.subject) else { return true }
            match = found
        }
        search.winner = Winner(number: number, order: order, match: match)
        search.bound = order
        return false
    }
}
