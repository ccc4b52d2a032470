import Foundation

#if canImport(SQLite3) || SQLite
/// The database of a store; used by the store's queue only, which is why it may be sent there.
final class SQLiteCacheFile: @unchecked Sendable {
    let path: String
    let sizeLimit: Int
    private let busyMilliseconds: Int32
    private var database: SQLiteDatabase?
    /// The file that is open, for the case that another one takes its place.
    private var openedFile: FileIdentity?

    init(path: String, sizeLimit: Int, busyTimeout: Duration) {
        self.path = path
        self.sizeLimit = sizeLimit
        let (seconds, attoseconds) = busyTimeout.components
        busyMilliseconds = Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }

    /// Runs something with the database, which is opened if need be.
    ///
    /// - Throws: `CacheStoreProblem`; a damaged database has been set aside by then.
    func run<Value>(_ body: (SQLiteDatabase) throws -> Value) throws -> Value {
        do {
            let database = try opened()
            return try body(database)
        } catch let failure as SQLiteFailure where failure.isDamage {
            throw setAside(failure)
        } catch let problem as CacheStoreProblem {
            throw problem
        } catch {
            throw CacheStoreProblem.unusable(path: path, reason: "\(error)")
        }
    }

    /// Closes the database.
    func close() {
        database = nil
        openedFile = nil
    }

    private func opened() throws -> SQLiteDatabase {
        if let database, openedFile == FileIdentity(path: path) { return database }
        close()
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        // What is cached concerns its user only.
        FileIdentity.makeFile(path: path)
        openedFile = FileIdentity(path: path)
        let database = try SQLiteDatabase(path: path, busyMilliseconds: busyMilliseconds)
        try waiting {
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST")
        }
        try prepare(database)
        self.database = database
        return database
    }

    /// Sees to it that the tables are there, and are ours.
    private func prepare(_ database: SQLiteDatabase) throws {
        if try isCurrent(database) { return }
        try database.transaction {
            if try isCurrent(database) { return }
            let owner = try Self.number(database, "PRAGMA application_id")
            let tables = try Self.number(database, "SELECT count(*) FROM sqlite_master")
            guard owner == Self.owner || tables == 0 else { throw CacheStoreProblem.foreign(path: path) }
            try database.execute(
                """
                DROP TABLE IF EXISTS entry;
                CREATE TABLE entry (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, variant TEXT NOT NULL,
                    resource TEXT NOT NULL, head BLOB NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL,
                    size INTEGER NOT NULL, used REAL NOT NULL, UNIQUE (key, variant)
                );
                CREATE INDEX entry_resource ON entry (resource);
                CREATE INDEX entry_used ON entry (used, id, size);
                PRAGMA application_id = \(Self.owner);
                PRAGMA user_version = \(Self.version);
                """)
        }
    }

    private func isCurrent(_ database: SQLiteDatabase) throws -> Bool {
        guard try Self.number(database, "PRAGMA application_id") == Self.owner else { return false }
        return try Self.number(database, "PRAGMA user_version") == Self.version
    }

    private static func number(_ database: SQLiteDatabase, _ sql: String) throws -> Int64 {
        try database.rows(sql) { $0.integer(0) }.first ?? 0
    }

    /// Tries again for as long as others may be waited for: SQLite does not wait by itself to change the journal mode.
    private func waiting(_ body: () throws -> Void) throws {
        let end = ContinuousClock.now + .milliseconds(Int64(busyMilliseconds))
        while true {
            do {
                return try body()
            } catch let failure as SQLiteFailure where failure.isBusy && ContinuousClock.now < end {
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }

    /// Moves the database away, unless another process has done so already; an older one that was moved goes.
    private func setAside(_ failure: SQLiteFailure) -> CacheStoreProblem {
        let isOurs = openedFile == FileIdentity(path: path)
        close()
        let other = path + ".damaged"
        if isOurs {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: other + suffix)
                if FileManager.default.fileExists(atPath: path + suffix) {
                    do {
                        try FileManager.default.moveItem(atPath: path + suffix, toPath: other + suffix)
                    } catch {
                        return .unusable(path: path, reason: "\(failure), and it cannot be moved: \(error)")
                    }
                }
            }
        }
        return .damaged(path: path, movedTo: other, reason: failure.message)
    }

    /// "MkAp", by which the file is known as ours.
    private static let owner: Int64 = 0x4D6B_4170
    /// Grows with each change of the tables.
    private static let version: Int64 = 1
}
#endif
