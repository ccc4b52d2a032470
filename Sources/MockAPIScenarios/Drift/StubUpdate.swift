import Foundation
public import MockAPICore
import MockAPIStubs

/// What is to be written so that stubs say what a provider says.
///
/// Only the values that differ are written anew; all other bytes of a file stay. Nothing is written here.
public struct StubUpdate: Sendable {
    /// A file with its new content.
    public struct File: Sendable {
        /// The path to write to.
        public var path: String
        /// What the file had when it was read.
        public var before: [UInt8]
        /// What it is to have.
        public var after: [UInt8]
        /// How many values are written anew.
        public var count: Int
    }

    /// The files, in the order of their paths.
    public private(set) var files: [File] = []
    /// What is left to be done by hand, and why.
    public private(set) var leftOver: [Finding] = []

    /// The changes of one file, and the drifts that they come from.
    private struct Changes {
        var bytes: [UInt8]
        var edits: [JSONEdits.Edit] = []
        var count = 0
    }

    private let roots: [String]
    private var changes: [String: Changes] = [:]

    /// Makes the changes that drifts ask for.
    ///
    /// - Parameters:
    ///   - drifts: what differs.
    ///   - roots: the folders and files of stubs; nothing else is changed.
    public init(_ drifts: [Drift], roots: [String]) {
        self.roots = roots.compactMap { FileSystem.resolved($0) }
        var stubs: [(stub: Stub, drifts: [Drift])] = []
        for drift in drifts {
            guard let stub = drift.target?.stub, drift.part != .outcome else {
                leave(drift, "no stub says it")
                continue
            }
            if let known = stubs.firstIndex(where: { $0.stub.id == stub.id }) {
                stubs[known].drifts.append(drift)
            } else {
                stubs.append((stub, [drift]))
            }
        }
        let written = WrittenStubs()
        for (stub, drifts) in stubs { update(stub, drifts, written) }
        finish()
    }

    private mutating func leave(_ drift: Drift, _ why: String) {
        leftOver.append(Finding(.warning, at: drift.location, "not written: \(drift.message)", hint: why))
    }

    private mutating func update(_ stub: Stub, _ drifts: [Drift], _ written: WrittenStubs) {
        guard let found = written.find(stub), isInside(found.path) else {
            for drift in drifts { leave(drift, "the stub is in no file of a folder of stubs; change it by hand") }
            return
        }
        let response = found.response ?? found.mapping
        var own: [JSONEdits.Change] = []
        var body: [(drift: Drift, changes: [JSONEdits.Change])] = []
        for drift in drifts {
            switch drift.part {
            case .status:
                guard let value = drift.providerValue, found.response != nil else {
                    leave(drift, "the stub has no \"response\"")
                    continue
                }
                own.append(.set(JSONPath([.key("status")]), value))
                if !drift.bodyChanges.isEmpty { body.append((drift, drift.bodyChanges)) }
            case .header(let name): own += change(ofHeader: name, drift, response)
            case .body: body.append((drift, drift.bodyChanges))
            case .outcome: break
            }
        }
        if !own.isEmpty { edit(found.path, found.document.bytes, JSONEdits(own, in: response).edits, own.count) }
        if !body.isEmpty { update(found, body) }
    }

    private func change(ofHeader name: String, _ drift: Drift, _ response: JSONNode) -> [JSONEdits.Change] {
        let field = response["headers"]?.members.first { HTTPToken.equalsIgnoringCase($0.key, name) }
        let path = JSONPath([.key("headers"), .key(field?.key ?? name)])
        guard let value = drift.providerValue else { return field == nil ? [] : [.remove(path)] }
        if response["headers"] == nil { return [.set(JSONPath([.key("headers")]), .object([name: value]))] }
        return [.set(path, value)]
    }

    private mutating func update(_ stub: WrittenStub, _ drifts: [(drift: Drift, changes: [JSONEdits.Change])]) {
        let all = drifts.flatMap(\.changes)
        func leaveAll(_ why: String) { for (drift, _) in drifts { leave(drift, why) } }
        switch stub.content {
        case .none: leaveAll("the stub has no content; write it by hand")
        case .json(let node):
            let edits = JSONEdits(all, in: node)
            edit(stub.path, stub.document.bytes, edits.edits, all.count)
        case .text(let node):
            guard let text = node.string, let new = Self.changed(Array(text.utf8), all) else {
                return leaveAll("the content is no JSON; write it by hand")
            }
            let string = JSONValue.string(String(decoding: new, as: UTF8.self)).renderedBytes(.compact)
            edit(stub.path, stub.document.bytes, [JSONEdits.Edit(range: node.range, bytes: string)], all.count)
        case .base64(let node):
            guard let data = node.string.flatMap({ Data(base64Encoded: $0) }),
                let new = Self.changed([UInt8](data), all)
            else { return leaveAll("the content is no JSON; write it by hand") }
            let string = JSONValue.string(Data(new).base64EncodedString()).renderedBytes(.compact)
            edit(stub.path, stub.document.bytes, [JSONEdits.Edit(range: node.range, bytes: string)], all.count)
        case .file(let path, _):
            guard isInside(path), let bytes = try? FileSystem.contents(of: path),
                let document = try? JSONDocument(parsing: bytes, file: path)
            else { return leaveAll("the body file is no JSON, or not in the folder of stubs; write it by hand") }
            edit(path, bytes, JSONEdits(all, in: document.root).edits, all.count)
        }
    }

    /// A JSON text of its own with changes; `nil` where it is none.
    private static func changed(_ bytes: [UInt8], _ changes: [JSONEdits.Change]) -> [UInt8]? {
        guard let document = try? JSONDocument(parsing: bytes) else { return nil }
        return JSONEdits.apply(JSONEdits(changes, in: document.root).edits, to: bytes)
    }

    private mutating func edit(_ path: String, _ bytes: [UInt8], _ edits: [JSONEdits.Edit], _ count: Int) {
        var file = changes[path] ?? Changes(bytes: bytes)
        file.edits += edits.filter { !file.edits.contains($0) || $0.range.isEmpty }
        file.count += count
        changes[path] = file
    }

    /// Whether a file is below a folder of stubs, links followed.
    private func isInside(_ path: String) -> Bool {
        guard let file = FileSystem.resolved(path) else { return false }
        return roots.contains { file == $0 || file.hasPrefix("\($0)/") }
    }

    private mutating func finish() {
        for (path, file) in changes.sorted(by: { $0.key < $1.key }) {
            guard let after = JSONEdits.apply(file.edits, to: file.bytes), (try? JSONValue(parsing: after)) != nil
            else {
                leftOver.append(
                    Finding(.warning, at: FileLocation(file: path, line: 1, column: 1), "not written: changes overlap"))
                continue
            }
            files.append(File(path: path, before: file.bytes, after: after, count: file.count))
        }
    }
}

extension Drift {
    /// What is to be changed in the content.
    fileprivate var bodyChanges: [JSONEdits.Change] {
        (target?.places ?? []).compactMap { place in
            if let value = place.value { return .set(place.path, value) }
            return kind == .missing ? .remove(place.path) : nil
        }
    }
}
