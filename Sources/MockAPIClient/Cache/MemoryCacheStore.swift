/// Keeps entries in memory up to a number of bytes; the least recently used ones go first.
public final class MemoryCacheStore: CacheStore {
    private struct Place: Hashable {
        var key: String
        var variant: String
    }

    private struct State {
        var entries: [String: [String: CacheEntry]] = [:]
        /// When an entry was used last, as a number that grows.
        var used: [Place: UInt64] = [:]
        var clock: UInt64 = 0
        var size = 0

        mutating func touch(_ place: Place) {
            clock += 1
            used[place] = clock
        }

        mutating func remove(_ place: Place) {
            guard let entry = entries[place.key]?.removeValue(forKey: place.variant) else { return }
            if entries[place.key]?.isEmpty ?? false { entries[place.key] = nil }
            used[place] = nil
            size -= entry.size
        }
    }

    /// The limit in bytes; an entry that is larger is not stored.
    public let sizeLimit: Int
    private let state = Locked(State())

    /// Makes an empty store; 16 MiB by default.
    public init(sizeLimit: Int = 16 << 20) { self.sizeLimit = sizeLimit }

    /// How much is stored, in bytes.
    public var size: Int { state.withLock { $0.size } }

    /// The entries of a key, which count as used from now.
    public func entries(for key: String) -> [CacheEntry] {
        state.withLock { state in
            guard let variants = state.entries[key] else { return [] }
            for variant in variants.keys { state.touch(Place(key: key, variant: variant)) }
            return Array(variants.values)
        }
    }

    /// Stores an entry and lets go of others until the limit is kept.
    public func store(_ entry: CacheEntry, for key: String) {
        state.withLock { state in
            let place = Place(key: key, variant: entry.variant)
            state.remove(place)
            guard entry.size <= sizeLimit else { return }
            state.entries[key, default: [:]][place.variant] = entry
            state.size += entry.size
            state.touch(place)
            while state.size > sizeLimit, let oldest = state.used.min(by: { $0.value < $1.value }) {
                state.remove(oldest.key)
            }
        }
    }

    /// Removes all entries of a key.
    public func removeEntries(for key: String) {
        state.withLock { state in
            for variant in (state.entries[key] ?? [:]).keys { state.remove(Place(key: key, variant: variant)) }
        }
    }

    /// Removes all entries of a URL.
    public func removeEntries(of resource: String) {
        state.withLock { state in
            for (key, variants) in state.entries {
                for (variant, entry) in variants where entry.resource == resource {
                    state.remove(Place(key: key, variant: variant))
                }
            }
        }
    }

    /// Removes everything.
    public func removeAll() { state.withLock { $0 = State() } }
}
