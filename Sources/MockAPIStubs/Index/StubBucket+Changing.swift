import MockAPIMatching

extension StubBucket {
    /// Adds a stub, given by its number and its pattern.
    mutating func insert(_ number: UInt32, _ request: RequestPattern, in entries: inout StubEntries) {
        // The payload is taken out, so that it can be changed in its place.
        let old = self
        self = .empty
        switch consume old {
        case .empty: self = .one(number)
        case .one(let other): self = .list(Self.isBefore(number, other, entries) ? [other, number] : [number, other])
        case .list(var numbers):
            numbers.insert(number, at: Self.place(of: number, in: numbers, entries))
            self = .list(numbers)
            // Where nothing tells the stubs apart, it is tried again each time that there are twice as many.
            if numbers.count > Self.longestList, (numbers.count - 1).nonzeroBitCount == 1 { split(&entries) }
        case .split(var split):
            if !isKnownUniquelyReferenced(&split) { split = StubSplit(copying: split) }
            split.insert(number, request, in: &entries)
            let isOutgrown = split.count > 4 * split.countWhenChosen
            self = .split(split)
            if isOutgrown {
                self = .list(sortedNumbers(entries))
                self.split(&entries)
            }
        }
    }

    /// Removes a stub, given by its number and its pattern.
    mutating func remove(_ number: UInt32, _ request: RequestPattern, in entries: inout StubEntries) {
        let old = self
        self = .empty
        switch consume old {
        case .empty: break
        case .one(let other): if other != number { self = .one(other) }
        case .list(var numbers):
            let place = Self.place(of: number, in: numbers, entries)
            if place < numbers.count, numbers[place] == number { numbers.remove(at: place) }
            self = numbers.count == 1 ? .one(numbers[0]) : .list(numbers)
        case .split(var split):
            if !isKnownUniquelyReferenced(&split) { split = StubSplit(copying: split) }
            split.remove(number, request, in: &entries)
            self = .split(split)
            if split.count <= Self.longestList / 2 { self = .list(sortedNumbers(entries)) }
        }
    }

    /// Makes a bucket of stubs that are in the order of a list.
    init(sorted numbers: [UInt32], in entries: inout StubEntries) {
        self = numbers.count == 1 ? .one(numbers[0]) : numbers.isEmpty ? .empty : .list(numbers)
        if numbers.count > Self.longestList { split(&entries) }
    }

    /// The numbers in the order of a list.
    func sortedNumbers(_ entries: StubEntries) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(count)
        _ = forEach { number in
            numbers.append(number)
            return true
        }
        return numbers.sorted { Self.isBefore($1, $0, entries) }
    }

    private static func isBefore(_ left: UInt32, _ right: UInt32, _ entries: StubEntries) -> Bool {
        entries.pointer(to: left).pointee.order < entries.pointer(to: right).pointee.order
    }

    /// Where a stub stands in a list, or would stand.
    private static func place(of number: UInt32, in numbers: [UInt32], _ entries: StubEntries) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(number, numbers[middle], entries) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func split(_ entries: inout StubEntries) {
        guard case .list(let numbers) = self, let discriminator = Discriminator.best(for: numbers, entries) else {
            return
        }
        self = .split(StubSplit(discriminator, sorted: numbers, in: &entries))
    }
}

extension StubSplit {
    /// Splits stubs that are given in the order of a list.
    convenience init(_ discriminator: Discriminator, sorted numbers: [UInt32], in entries: inout StubEntries) {
        self.init(discriminator, countWhenChosen: numbers.count)
        places = HashTable(capacity: numbers.count)
        var groups: [[UInt32]] = []
        var others: [UInt32] = []
        for number in numbers {
            let stub = entries.stub(number)
            guard let key = stub.key(for: discriminator) else {
                others.append(number)
                continue
            }
            firstKeyed = min(firstKeyed, entries[number].order)
            if let lead = places.first(key.hash).map(Lead.init(code:)) {
                let place = shared(lead, hash: key.hash, entries)
                groups[place].append(number)
            } else {
                addPlace(groups.count, for: number, stub.request, key, in: &entries)
                groups.append([number])
            }
        }
        keyed.reserveCapacity(groups.count)
        for group in groups { keyed.append(StubBucket(sorted: group, in: &entries)) }
        rest = StubBucket(sorted: others, in: &entries)
        count = numbers.count
    }

    func insert(_ number: UInt32, _ request: RequestPattern, in entries: inout StubEntries) {
        count += 1
        guard let key = request.key(for: discriminator) else {
            rest.insert(number, request, in: &entries)
            return
        }
        firstKeyed = min(firstKeyed, entries[number].order)
        if let lead = places.first(key.hash).map(Lead.init(code:)) {
            let place = shared(lead, hash: key.hash, entries)
            keyed[place].insert(number, request, in: &entries)
        } else {
            addPlace(keyed.count, for: number, request, key, in: &entries)
            keyed.append(.one(number))
        }
    }

    /// Has the value that a stub asks for lead to the stub, whose bucket will be the one with an index.
    private func addPlace(
        _ index: Int, for number: UInt32, _ request: RequestPattern, _ key: (hash: UInt64, text: String),
        in entries: inout StubEntries
    ) {
        var text = key.text
        _ = text.withUTF8 { text in
            entries.setAlone(number, in: index, key: text, isDecidedByKey: request.isDecided(by: discriminator))
        }
        places.insert(key.hash, Lead(stub: number).code)
        texts.append(key.text)
    }

    /// The index in `keyed` of what a hash leads to, from now on by way of its bucket.
    private func shared(_ lead: Lead, hash: UInt64, _ entries: StubEntries) -> Int {
        guard let number = lead.stub else { return lead.bucket }
        let bucket = Int(entries[number].bucket)
        places.replace(hash, lead.code, by: Lead(bucket: bucket).code)
        return bucket
    }

    func remove(_ number: UInt32, _ request: RequestPattern, in entries: inout StubEntries) {
        count -= 1
        if let key = request.key(for: discriminator) {
            guard let lead = places.first(key.hash).map(Lead.init(code:)) else { return }
            let place = shared(lead, hash: key.hash, entries)
            keyed[place].remove(number, request, in: &entries)
        } else {
            rest.remove(number, request, in: &entries)
        }
    }
}

extension Discriminator {
    /// So many stubs are looked at where there are more.
    private static let sampleSize = 256

    private struct Tally {
        var counts: [UInt64: Int] = [:]
        var total = 0

        /// How many of the stubs a request that one of them answers would have to be compared with.
        func candidates(of all: Int) -> Double {
            let squares = counts.values.reduce(0.0) { $0 + Double($1) * Double($1) }
            return Double(all - total) + squares / Double(max(total, 1))
        }
    }

    /// The part of a request that leaves the fewest stubs to compare with; `nil` where none leaves much less than all.
    static func best(for numbers: [UInt32], _ entries: StubEntries) -> Discriminator? {
        let step = max(1, numbers.count / sampleSize)
        let sample = stride(from: 0, to: numbers.count, by: step).map { entries.stub(numbers[$0]) }
        var tallies: [Discriminator: Tally] = [:]
        for stub in sample {
            var seen: Set<Discriminator> = []
            stub.request.forEachDiscriminator { discriminator in
                guard seen.insert(discriminator).inserted, let key = stub.key(for: discriminator) else { return }
                tallies[discriminator, default: Tally()].counts[key.hash, default: 0] += 1
                tallies[discriminator, default: Tally()].total += 1
            }
        }
        var best: (discriminator: Discriminator, candidates: Double)?
        for (discriminator, tally) in tallies {
            let candidates = tally.candidates(of: sample.count)
            guard candidates < 0.6 * Double(sample.count) else { continue }
            if let best, (best.candidates, best.discriminator.cost) <= (candidates, discriminator.cost) { continue }
            best = (discriminator, candidates)
        }
        return best?.discriminator
    }
}
