#if canImport(SQLite3) || SQLite
import Dispatch

/// Keeps entries in an SQLite database, so that they are there when the app starts again; the least recently used ones go
/// first.
///
/// Several stores, also of several processes, may use one file: writes wait for one another, and whoever is killed in the
/// middle of one leaves what was there before. A damaged file is set aside as `….damaged` and a new one begun; a file that
/// is another program's database is left alone. Either is thrown, so that `ResponseCache.onProblem` is told.
///
/// The file holds bodies and headers of responses in clear, but no header or body of a request; it is made for its owner's
/// eyes only (mode 600). On Apple systems, a path in the caches directory lets the system take it away when it needs room.
///
/// On Linux this type exists only with the package trait `SQLite`, which needs `libsqlite3-dev`.
public final class SQLiteCacheStore: CacheStore {
    private let file: SQLiteCacheFile
    private let queue = DispatchQueue(label: "MockAPIClient.SQLiteCacheStore")
    private let time: TimeSource
    /// How long a use is not written down again, in seconds.
    private let useInterval: Double

    /// Uses the database at a path, which is opened, or made with its folder, when it is needed first.
    ///
    /// - Parameters:
    ///   - sizeLimit: the limit in bytes of what the entries hold; 64 MiB by default. The file may be somewhat larger.
    ///   - busyTimeout: how long to wait for other processes.
    public convenience init(
        path: String, sizeLimit: Int = 64 << 20, busyTimeout: Duration = .seconds(2), time: TimeSource = .system
    ) {
        self.init(path: path, sizeLimit: sizeLimit, busyTimeout: busyTimeout, time: time, useInterval: 60)
    }

    init(path: String, sizeLimit: Int, busyTimeout: Duration, time: TimeSource, useInterval: Double) {
        file = SQLiteCacheFile(path: path, sizeLimit: sizeLimit, busyTimeout: busyTimeout)
        self.time = time
        self.useInterval = useInterval
    }

    /// How much is stored, in bytes.
    ///
    /// - Throws: `CacheStoreProblem`, as all functions here.
    public var size: Int {
        get async throws {
            try await run { database in
                Int(try database.rows("SELECT total(size) FROM entry") { $0.real(0) }.first ?? 0)
            }
        }
    }

    /// The entries of a key, which count as used from now.
    public func entries(for key: String) async throws -> [CacheEntry] {
        let (now, interval, path) = (time.unixTime(), useInterval, file.path)
        return try await run { database in
            let rows = try database.rows(
                "SELECT id, resource, head, body, sum, used FROM entry WHERE key = ?", .text(key)
            ) { row in
                let record = CacheRecord(
                    head: row.blob(2), body: row.blob(3), sum: UInt64(bitPattern: row.integer(4)))
                return (id: row.integer(0), entry: record.entry(resource: row.text(1)), used: row.real(5))
            }
            let broken = rows.filter { $0.entry == nil }
            for row in broken { try database.run("DELETE FROM entry WHERE id = ?", .integer(row.id)) }
            if !broken.isEmpty { throw CacheStoreProblem.damagedEntry(path: path) }
            if rows.contains(where: { abs(now - $0.used) >= interval }) {
                // Where another process holds the database, this can wait.
                try? database.run("UPDATE entry SET used = ? WHERE key = ?", .real(now), .text(key))
            }
            return rows.compactMap(\.entry)
        }
    }

    /// Stores an entry and lets go of others until the limit is kept; one that is larger than the limit is not stored.
    public func store(_ entry: CacheEntry, for key: String) async throws {
        let (now, limit) = (time.unixTime(), file.sizeLimit)
        let record = try CacheRecord(entry)
        try await run { database in
            try database.transaction {
                try database.run(
                    "DELETE FROM entry WHERE key = ? AND variant = ?", .text(key), .text(entry.variant))
                guard entry.size <= limit else { return }
                try database.run(
                    """
                    INSERT INTO entry (key, variant, resource, head, body, sum, size, used)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """, .text(key), .text(entry.variant), .text(entry.resource), .blob(record.head),
                    .blob(record.body),
                    .integer(Int64(bitPattern: record.sum)), .integer(Int64(entry.size)), .real(now))
                try Self.evict(from: database, limit: limit)
            }
        }
    }

    /// Removes all entries of a key.
    public func removeEntries(for key: String) async throws {
        try await run { try $0.run("DELETE FROM entry WHERE key = ?", .text(key)) }
    }

    /// Removes all entries of a URL.
    public func removeEntries(of resource: String) async throws {
        try await run { try $0.run("DELETE FROM entry WHERE resource = ?", .text(resource)) }
    }

    /// Removes everything, so that nothing of it is left in the file.
    public func removeAll() async throws {
        try await run { database in
            try database.run("DELETE FROM entry")
            try database.execute("VACUUM")
            _ = try database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        }
    }

    /// Closes the file, for instance before an app is suspended; it is opened again when it is needed.
    public func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [file] in
                file.close()
                continuation.resume()
            }
        }
    }

    private static func evict(from database: SQLiteDatabase, limit: Int) throws {
        var size = Int(try database.rows("SELECT total(size) FROM entry") { $0.real(0) }.first ?? 0)
        while size > limit {
            let oldest = try database.rows("SELECT id, size FROM entry ORDER BY used, id LIMIT 16") {
                (id: $0.integer(0), size: Int($0.integer(1)))
            }
            if oldest.isEmpty { return }
            for row in oldest where size > limit {
                try database.run("DELETE FROM entry WHERE id = ?", .integer(row.id))
                size -= row.size
            }
        }
    }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteDatabase) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [file] in continuation.resume(with: Result { try file.run(body) }) }
        }
    }
}
#endif
