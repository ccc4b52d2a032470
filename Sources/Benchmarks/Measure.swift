/// Something to be measured: how to make it ready, and the work itself.
struct Measure {
    /// A thing made ready.
    struct Subject {
        /// Does the work a number of times.
        var work: (Int) async throws -> Void
        /// Lets go of what was made.
        var finish: () async -> Void = {}
    }

    /// What is measured, as the table and the filter have it.
    var name: String
    /// How many bytes one operation works on; makes a column of MB/s.
    var bytes: Int?
    /// Makes the subject ready; not measured.
    var prepare: () async throws -> Subject

    /// A measure of work that needs nothing made ready.
    init(_ name: String, bytes: Int? = nil, _ work: @escaping (Int) async throws -> Void) {
        self.init(name, bytes: bytes) { Subject(work: work) }
    }

    /// A measure of work on something that is made ready first.
    init(_ name: String, bytes: Int? = nil, preparing prepare: @escaping () async throws -> Subject) {
        self.name = name
        self.bytes = bytes
        self.prepare = prepare
    }
}

/// Takes a result, so that the work which made it is not left out by the compiler.
@inline(never)
func keep<Result>(_ result: Result) {
    withUnsafePointer(to: result) { kept = UnsafeRawPointer($0) }
}

/// The place of the last result; nobody reads it.
nonisolated(unsafe) private(set) var kept: UnsafeRawPointer?
