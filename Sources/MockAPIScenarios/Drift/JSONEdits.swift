import MockAPICore

/// Changes of values in a JSON text that leave all its other bytes as they are.
///
/// Of a list or an object that is set, only what differs is written. New members come last in their object, in the way in
/// which its other members are written; so do lists and objects that take the place of others.
struct JSONEdits {
    /// One change of the value at a place.
    enum Change: Equatable {
        /// Another value, or a new member where there is none.
        case set(JSONPath, JSONValue)
        /// No member any more.
        case remove(JSONPath)
        /// Another key and value in the place of a member.
        case replace(JSONPath, key: String, JSONValue)

        var path: JSONPath {
            switch self {
            case .set(let path, _), .remove(let path), .replace(let path, _, _): path
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
    /// How many of the changes change something.
    private(set) var count = 0

    private let style: JSONTextStyle
    /// How many members are to be removed and added.
    private var memberCount = 0
    private var objects: [Int: (node: JSONNode, removed: Set<String>, added: [(key: String, value: JSONValue)])] = [:]

    /// Makes changes below a value of a document.
    init(_ changes: [Change], in root: JSONNode) {
        style = JSONTextStyle(root.document.bytes)
        for change in changes {
            let before = edits.count + memberCount
            add(change, root)
            if edits.count + memberCount > before { count += 1 }
        }
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

    /// The text of a value with edits of the document that it stands in; `nil` where two of them are about the same bytes.
    static func apply(_ edits: [Edit], toTextOf node: JSONNode) -> [UInt8]? {
        let start = node.range.lowerBound
        let moved = edits.map { edit in
            Edit(range: edit.range.lowerBound - start..<edit.range.upperBound - start, bytes: edit.bytes)
        }
        return apply(moved, to: Array(node.text))
    }

    private mutating func add(_ change: Change, _ root: JSONNode) {
        let path = change.path
        if case .set(_, let value) = change, let node = path.node(in: root) { return set(node, value) }
        guard case .key(let key)? = path.components.last,
            let parent = JSONPath(path.components.dropLast()).node(in: root), parent.kind == .object
        else {
            refused.append(change)
            return
        }
        switch change {
        case .set(_, let value): add(key, value, to: parent)
        case .remove: remove(key, from: parent)
        case .replace(_, let newKey, let value):
            guard let member = parent.members.first(where: { JSONText.isSame($0.key, key) }) else {
                refused.append(change)
                return
            }
            edits.append(
                Edit(range: member.keyNode.range, bytes: JSONValue.string(newKey).renderedBytes(.compact)))
            edits.append(Edit(range: member.value.range, bytes: style.text(value, inPlaceOf: member.value)))
        }
    }

    private mutating func add(_ key: String, _ value: JSONValue, to parent: JSONNode) {
        objects[parent.range.lowerBound, default: (parent, [], [])].added.append((key, value))
        memberCount += 1
    }

    private mutating func remove(_ key: String, from parent: JSONNode) {
        objects[parent.range.lowerBound, default: (parent, [], [])].removed.insert(key)
        memberCount += 1
    }

    /// Makes a value another one; what is in both stays as it is written.
    private mutating func set(_ node: JSONNode, _ value: JSONValue) {
        let own = node.value
        if own == value { return }
        switch (own, value) {
        case (.object(let left), .object(let right))
        where left.duplicateKeys.isEmpty && right.duplicateKeys.isEmpty && left.contains { right[$0.key] != nil }:
            for member in node.members {
                if let value = right[member.key] { set(member.value, value) } else { remove(member.key, from: node) }
            }
            for member in right where left[member.key] == nil { add(member.key, member.value, to: node) }
        case (.array(let left), .array(let right)) where !left.isEmpty && !right.isEmpty: set(node.elements, right)
        default: edits.append(Edit(range: node.range, bytes: style.text(value, inPlaceOf: node)))
        }
    }

    /// Makes the elements of a list others, one at least, and their number as well.
    private mutating func set(_ nodes: [JSONNode], _ values: [JSONValue]) {
        for (node, value) in zip(nodes, values) { set(node, value) }
        guard let first = nodes.first, let last = nodes.last else { return }
        let bytes = first.document.bytes
        if values.count < nodes.count {
            let start = nodes[values.count - 1].range.upperBound
            edits.append(Edit(range: start..<last.range.upperBound, bytes: []))
        }
        let way = style.elements(of: nodes, in: bytes)
        for value in values.dropFirst(nodes.count) {
            let end = last.range.upperBound
            edits.append(Edit(range: end..<end, bytes: [0x2C] + way.separator + style.text(value, way)))
        }
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
