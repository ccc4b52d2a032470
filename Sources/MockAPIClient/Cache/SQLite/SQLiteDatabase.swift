#if canImport(SQLite3)
import SQLite3
#elseif SQLite
import CSQLite
#endif

#if canImport(SQLite3) || SQLite
/// Why SQLite did not do something.
struct SQLiteFailure: Error, CustomStringConvertible {
    /// The primary result code.
    var code: Int32
    var message: String

    var description: String { "SQLite: \(message) (\(code))" }

    /// Whether the file is no database, or a damaged one.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

    /// Whether another process held the database for too long.
    var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
}

/// A value of a statement or a row.
enum SQLiteValue {
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// One connection, used by one thread at a time.
final class SQLiteDatabase {
    private let handle: OpaquePointer
    /// Statements by their text, prepared once.
    private var statements: [String: OpaquePointer] = [:]

    /// Opens a file, or makes an empty one; others that use it are waited for up to `busyMilliseconds`.
    init(path: String, busyMilliseconds: Int32) throws(SQLiteFailure) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteFailure(code: code & 0xFF, message: message)
        }
        handle = opened
        sqlite3_busy_timeout(handle, busyMilliseconds)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs statements without values.
    func execute(_ sql: String) throws(SQLiteFailure) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    /// Runs one statement with values for its `?`.
    func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteFailure) {
        _ = try rows(sql, values) { _ in }
    }

    /// The rows of one statement with values for its `?`.
    func rows<Row>(_ sql: String, _ values: SQLiteValue..., read: (SQLiteRow) -> Row) throws(SQLiteFailure) -> [Row] {
        try rows(sql, values, read: read)
    }

    /// Runs statements that take effect together or not at all.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    private func rows<Row>(_ sql: String, _ values: [SQLiteValue], read: (SQLiteRow) -> Row) throws(SQLiteFailure)
        -> [Row]
    {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, to: statement, at: Int32(index + 1)) }
        var rows: [Row] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(code) }
            rows.append(read(SQLiteRow(statement: statement)))
        }
    }

    private func prepared(_ sql: String) throws(SQLiteFailure) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        guard let statement else { throw SQLiteFailure(code: SQLITE_MISUSE, message: "an empty statement") }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) throws(SQLiteFailure) {
        // Has SQLite copy what it is given.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
            switch value {
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .real(let number): sqlite3_bind_double(statement, index, number)
            case .text(let text): sqlite3_bind_text(statement, index, text, -1, transient)
            case .blob(let bytes):
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), transient)
            }
        try check(code)
    }

    private func check(_ code: Int32) throws(SQLiteFailure) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> SQLiteFailure {
        SQLiteFailure(code: code & 0xFF, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// The row at which a statement stands.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
#endif
