import MockAPICore

/// Changes of values in a JSON text that leave all its other bytes as they are.
///
/// New members come last in their object, in the way in which its other members are written; so do lists and objects that take
/// the place of others.
struct JSONEdits {
    /// One change of the value at a place.
    enum Change: Equatable {
        /// Another value, or a new member where there is none.
        case set(JSONPath, JSONValue)
        /// No member any more.
        case remove(JSONPath)

        var path: JSONPath {
            switch self {
            case .set(let path, _), .remove(let path): path
            }
        }
    }

    /// A part of the text, and what is written in its place.
    struct Edit: Equatable {
        var range: Range<Int>
        var bytes: [UInt8]
    }

    private(set) var edits: [Edit] = []
    /// The changes that cannot be made, since there is no such place.
    private(set) var refused: [Change] = []

    private let style: JSONTextStyle
    private var objects: [Int: (node: JSONNode, removed: Set<String>, added: [(key: String, value: JSONValue)])] = [:]

    /// Makes changes below a value of a document.
    init(_ changes: [Change], in root: JSONNode) {
        style = JSONTextStyle(root.document.bytes)
        for change in changes { add(change, root) }
        for place in objects.keys.sorted() {
            if let object = objects[place] { edit(object.node, object.removed, object.added) }
        }
    }

    /// The text with edits; `nil` where two of them are about the same bytes.
    static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var place = 0
        // What is inserted before a part comes before what takes the part's place.
        let sorted = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.count, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.count, $1.offset)
        }
        var last: Edit?
        for (_, edit) in sorted where edit != last {
            guard edit.range.lowerBound >= place else { return nil }
            output += bytes[place..<edit.range.lowerBound]
            output += edit.bytes
            place = edit.range.upperBound
            last = edit
        }
        return output + bytes[place...]
    }

    private mutating func add(_ change: Change, _ root: JSONNode) {
        let path = change.path
        if case .set(_, let value) = change, let node = path.node(in: root) {
            edits.append(Edit(range: node.range, bytes: style.text(value, inPlaceOf: node)))
            return
        }
        guard case .key(let key)? = path.components.last,
            let parent = JSONPath(path.components.dropLast()).node(in: root), parent.kind == .object
        else {
            refused.append(change)
            return
        }
        var object = objects[parent.range.lowerBound] ?? (parent, [], [])
        switch change {
        case .set(_, let value): object.added.append((key, value))
        case .remove: object.removed.insert(key)
        }
        objects[parent.range.lowerBound] = object
    }

    private mutating func edit(
        _ node: JSONNode, _ removed: Set<String>, _ added: [(key: String, value: JSONValue)]
    ) {
        let members = node.members
        guard let anchor = members.last(where: { !removed.contains($0.key) }) else {
            let object = JSONValue.object(JSONObject(added.map { ($0.key, $0.value) }))
            edits.append(Edit(range: node.range, bytes: style.text(object, inPlaceOf: node)))
            return
        }
        var hasKept = false
        for (index, member) in members.enumerated() {
            guard removed.contains(member.key) else {
                hasKept = true
                continue
            }
            edits.append(
                hasKept
                    ? Edit(
                        range: members[index - 1].value.range.upperBound..<member.value.range.upperBound, bytes: [])
                    : Edit(
                        range: member.keyNode.range.lowerBound..<members[index + 1].keyNode.range.lowerBound, bytes: [])
            )
        }
        let way = style.members(of: node)
        for (key, value) in added {
            let text = [UInt8(ascii: ",")] + way.separator + JSONValue.string(key).renderedBytes(.compact) + way.colon
            let end = anchor.value.range.upperBound
            edits.append(Edit(range: end..<end, bytes: text + style.text(value, way)))
        }
    }
}
