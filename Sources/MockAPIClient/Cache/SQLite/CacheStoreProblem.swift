#if canImport(SQLite3) || SQLite
/// What went wrong in a store; the call that met it went on without the store.
public enum CacheStoreProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The database was damaged; it now stands at another path, and a new one is used.
    case damaged(path: String, movedTo: String, reason: String)
    /// An entry was damaged and has been removed.
    case damagedEntry(path: String)
    /// The file is a database of another program, and was left alone.
    case foreign(path: String)
    /// The database cannot be used for now, such as since the disk is full or another process holds it.
    case unusable(path: String, reason: String)

    /// The text shown to people.
    public var description: String {
        switch self {
        case .damaged(let path, let other, let reason):
            "\(path) was damaged (\(reason)); it was moved to \(other), and a new one is used"
        case .damagedEntry(let path): "\(path) had a damaged entry, which was removed"
        case .foreign(let path): "\(path) is a database of another program; give the cache a path of its own"
        case .unusable(let path, let reason): "\(path) cannot be used: \(reason)"
        }
    }
}
#endif
