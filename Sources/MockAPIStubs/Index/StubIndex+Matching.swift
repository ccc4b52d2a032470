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
        guard entries.count > 0 else { return nil }
        var search = Search(bound: bound)
        lookup.withPath { lookup, path in
            if let lead = lead(to: path, hash: ByteHash.hash(path)) {
                if let number = lead.stub {
                    _ = attempt(number, &search, &lookup)
                } else {
                    look(into: paths[lead.bucket].bucket, &search, &lookup)
                }
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
            lookup.forEachKey(of: split.discriminator) { lookup, hash, key in
                guard let lead = split.places.first(hash).map(Lead.init(code:)) else { return }
                if let number = lead.stub {
                    _ = attempt(number, key: key, &search, &lookup)
                } else {
                    look(into: split.keyed[lead.bucket], &search, &lookup)
                }
            }
        }
        if !split.discriminator.readsJSON { look(into: split.rest, &search, &lookup) }
    }

    /// Compares one stub with the request; `false` where those behind it in a list cannot win any more.
    ///
    /// `key` is the value that led to the stub alone, where one did.
    @inline(__always)
    private func attempt(
        _ number: UInt32, key: UnsafeBufferPointer<UInt8>? = nil, _ search: inout Search, _ lookup: inout RequestLookup
    ) -> Bool {
        let entry = entries.pointer(to: number)
        guard entry.pointee.order < search.bound else { return false }
        guard entry.pointee.method.mayMatch(lookup.method) else { return true }
        var match = PatternMatch()
        if entry.pointee.isDecidedByPlace {
        } else if entry.pointee.isDecidedByKey, let key {
            guard entry.pointee.hasKey(key) else { return true }
        } else {
            guard let found = ask(number, lookup.subject) else { return true }
            match = found
        }
        search.winner = Winner(number: number, order: entry.pointee.order, match: match)
        search.bound = entry.pointee.order
        return false
    }

    /// What a stub's own pattern says.
    private func ask(_ number: UInt32, _ subject: MatchSubject) -> PatternMatch? {
        let stub = entries.stub(number)
        let match = stub.matches(subject)
        subject.didAsk(stub.reference)
        return match
    }
}
