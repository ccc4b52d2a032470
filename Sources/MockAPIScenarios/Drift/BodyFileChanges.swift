import MockAPICore
import MockAPIStubs

/// What several stubs want of the body file that they share.
struct BodyFileChanges: Sendable {
    /// What the file had when it was read.
    let before: [UInt8]
    /// The stubs, by their place among all.
    private(set) var groups: [Int] = []

    private var change: StubRewrite.BodyFile?
    private let document: JSONDocument?

    /// Reads a file; `nil` where that cannot be.
    init?(_ path: String) {
        guard let bytes = try? FileSystem.contents(of: path) else { return nil }
        before = bytes
        document = try? JSONDocument(parsing: bytes, file: path)
    }

    /// The changes with those of one more stub; `nil` where both cannot be.
    func adding(_ other: StubRewrite.BodyFile, of group: Int) -> BodyFileChanges? {
        var result = self
        result.groups.append(group)
        switch (change, other) {
        case (nil, _): result.change = other
        case (.whole(let one)?, .whole(let two)): if one != two { return nil }
        case (.values(let known)?, .values(let new)):
            let added = new.filter { !known.contains($0) }
            if added.contains(where: { change in known.contains { $0.path == change.path } }) { return nil }
            result.change = .values(known + added)
        default: return nil
        }
        return result.after == nil ? nil : result
    }

    /// What the file is to have; `nil` where its changes are about the same bytes, or about values that it has not.
    var after: [UInt8]? {
        switch change {
        case nil: before
        case .whole(let bytes): bytes
        case .values(let values): edits(values).flatMap { JSONEdits.apply($0.edits, to: before) }
        }
    }

    /// How many values change.
    var count: Int {
        switch change {
        case nil: 0
        case .whole(let bytes): bytes == before ? 0 : 1
        case .values(let values): edits(values)?.count ?? 0
        }
    }

    /// Looks whether the file can have what it is to have.
    ///
    /// - Throws: `StubRewrite.Refusal` where it has no such place, or where it would be too large.
    func check() throws(StubRewrite.Refusal) {
        guard case .values(let values) = change else { return }
        guard let edits = edits(values) else {
            throw StubRewrite.Refusal(why: "the body file is no JSON; change it by hand")
        }
        try StubRewrite.checkFile(edits)
    }

    private func edits(_ values: [JSONEdits.Change]) -> JSONEdits? {
        document.map { JSONEdits(values, in: $0.root) }
    }
}
