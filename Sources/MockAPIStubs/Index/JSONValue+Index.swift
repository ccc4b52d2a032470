import MockAPICore

extension JSONValue {
    /// A hash of the value; equal values have the same.
    var indexKey: UInt64 {
        var hasher = Hasher()
        hash(into: &hasher)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// The hash of a string, number, truth value or null; `nil` for what has parts, and for placeholders.
    var fieldKey: UInt64? {
        switch self {
        case .null: 2
        case .bool(let bool): bool ? 3 : 4
        case .number, .string: isPlaceholder ? nil : indexKey
        case .array, .object: nil
        }
    }

    /// A string's own text; any other scalar as it is written.
    var scalarText: String { string ?? number?.literal ?? rendered(.compact) }

    /// Whether this may stand for something else, as json-unit's placeholders do.
    private var isPlaceholder: Bool {
        guard case .string(let text) = self else { return false }
        return text.utf8.contains(UInt8(ascii: "{")) && text.utf8.firstRange(of: "{json-unit".utf8) != nil
    }

    /// The scalar that a path of keys leads to; `nil` where a key on the way is repeated.
    func scalar(at path: ArraySlice<String>) -> JSONValue? {
        var value = self
        for key in path {
            guard case .object(let members) = value else { return nil }
            var found: JSONValue?
            for (name, member) in members where name.utf8.elementsEqual(key.utf8) {
                if found != nil { return nil }
                found = member
            }
            guard let found else { return nil }
            value = found
        }
        switch value {
        case .array, .object: return nil
        case .null, .bool, .number, .string: return value
        }
    }

    /// Calls with the hash of each scalar that a path of keys leads to, of repeated keys with each.
    func forEachFieldKey(at path: ArraySlice<String>, _ body: (UInt64) -> Void) {
        guard let key = path.first else {
            if let key = fieldKey { body(key) }
            return
        }
        guard case .object(let members) = self else { return }
        for (name, member) in members where name.utf8.elementsEqual(key.utf8) {
            member.forEachFieldKey(at: path.dropFirst(), body)
        }
    }

    /// Calls with the path of each scalar inside of objects, breadth of one object first; ends where `body` says `false`.
    func forEachField(depth: Int, _ body: ([String]) -> Bool) {
        _ = walkFields([], depth: depth, body)
    }

    private func walkFields(_ path: [String], depth: Int, _ body: ([String]) -> Bool) -> Bool {
        guard depth > 0, case .object(let members) = self else { return true }
        for (name, member) in members {
            switch member {
            case .object:
                guard member.walkFields(path + [name], depth: depth - 1, body) else { return false }
            case .array: break
            case .null, .bool, .number, .string:
                guard body(path + [name]) else { return false }
            }
        }
        return true
    }
}
