import MockAPICore
import MockAPIMatching

/// Collects the stubs that may come nearest to a request that none matches, a limited number of them.
private struct NearStubs {
    private(set) var numbers: [UInt32] = []
    private var seen: Set<UInt32> = []

    var count: Int { numbers.count }

    mutating func add(_ number: UInt32) {
        if seen.insert(number).inserted { numbers.append(number) }
    }
}

extension StubIndex {
    /// The numbers of at most `limit` stubs, the likeliest to be near among them: those on the same path, on paths and
    /// templates that differ little, and the first ones of the rest.
    ///
    /// It takes a short look at each path, and at each value that tells many stubs on one path apart.
    func nearStubs(_ lookup: inout RequestLookup, limit: Int) -> [UInt32] {
        guard count > limit else {
            var all: [UInt32] = []
            for number in entries.indices.lazy.map({ UInt32(truncatingIfNeeded: $0) })
            where !entries[number].isRemoved { all.append(number) }
            return all
        }
        var near = NearStubs()
        lookup.withPath { lookup, path in
            collect(bucket(of: path), upTo: limit * 2 / 5, &near, &lookup)
            templates.forEachBucket(for: path) { collect($0, upTo: limit * 3 / 5, &near, &lookup) }
            for place in nearPaths(path, limit: limit / 4) where near.count < limit * 3 / 4 {
                collect(paths[place].bucket, upTo: min(limit * 3 / 4, near.count + limit / 20), &near, &lookup)
            }
            templates.forEachNearBucket(for: path) { bucket in
                collect(bucket, upTo: min(limit * 9 / 10, near.count + limit / 20), &near, &lookup)
                return near.count < limit * 9 / 10
            }
        }
        collect(others, upTo: limit, &near, &lookup)
        return near.numbers
    }

    private func nearPaths(_ path: UnsafeBufferPointer<UInt8>, limit: Int) -> [Int] {
        pathBytes.withUnsafeBufferPointer { bytes in
            Likeness.nearest(to: path, count: paths.count, limit: limit) { index in
                let start = Int(paths[index].start)
                return UnsafeBufferPointer(rebasing: bytes[start..<start + Int(paths[index].count)])
            }
        }
    }

    /// Adds stubs of a bucket until there are `most` in all.
    private func collect(
        _ bucket: StubBucket, upTo most: Int, _ near: inout NearStubs, _ lookup: inout RequestLookup
    ) {
        guard near.count < most else { return }
        switch bucket {
        case .empty: break
        case .one(let number): near.add(number)
        case .list(let numbers): for number in numbers.reversed() where near.count < most { near.add(number) }
        case .split(let split):
            let share = (most - near.count) / 4
            lookup.forEachKey(of: split.discriminator) { lookup, hash, _ in
                collect(split.bucket(of: hash), upTo: most - share, &near, &lookup)
            }
            collect(split.rest, upTo: min(most - share, near.count + 1 + share), &near, &lookup)
            for place in split.nearPlaces(&lookup, limit: most - near.count) {
                collect(split.keyed[place], upTo: min(most, near.count + 1 + share / 4), &near, &lookup)
            }
            collect(split.rest, upTo: most, &near, &lookup)
        }
    }
}

extension StubSplit {
    /// The places in `keyed` of values most like what the request has there.
    fileprivate func nearPlaces(_ lookup: inout RequestLookup, limit: Int) -> [Int] {
        let values = lookup.values(of: discriminator)
        guard values.count > 0 else { return Array(0..<min(limit, keyed.count)) }
        return values.prefix(4).flatMap { value in
            value.withUnsafeBufferPointer { texts.nearest(to: $0, limit: max(1, limit / min(values.count, 4))) }
        }
    }
}
