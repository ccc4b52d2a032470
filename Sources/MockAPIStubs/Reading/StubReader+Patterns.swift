import MockAPICore
import MockAPIMatching

extension StubReader {
    /// The operators, and the keys that go with each.
    private static let operators: [(name: String, options: [String])] = [
        ("equalTo", ["caseInsensitive"]), ("contains", []), ("doesNotContain", []), ("matches", []),
        ("doesNotMatch", []), ("absent", []), ("equalToJson", ["ignoreArrayOrder", "ignoreExtraElements"]),
    ]

    private static let lists = ["hasExactly", "includes"]

    /// Reads a pattern on one value.
    mutating func valuePattern(_ node: JSONNode) -> ValuePattern? {
        guard let members = patternMembers(node, .pattern) else { return nil }
        return valuePattern(node, members)
    }

    /// Reads a pattern on the values of one name.
    mutating func multiValuePattern(_ node: JSONNode) -> MultiValuePattern? {
        guard let members = patternMembers(node, .multiValuePattern) else { return nil }
        let lists = members.present(Self.lists)
        guard let list = lists.first else { return valuePattern(node, members).map(MultiValuePattern.any) }
        if let other = members.members.first(where: { $0.key != list.key }) {
            ambiguity(
                at: other.keyNode, "\"\(list.key)\" stands alone in its pattern, found \"\(other.key)\"",
                hint: isLenient ? "\"\(list.key)\" is read" : "keep one of them")
        }
        let errorsBefore = errorCount
        let patterns = self.list(list.value, list.key).compactMap { valuePattern($0) }
        guard errorCount == errorsBefore else { return nil }
        return list.key == "includes" ? .includes(patterns) : .hasExactly(patterns)
    }

    /// The patterns of an object whose keys are names of the user's.
    mutating func namedPatterns<Pattern>(
        _ node: JSONNode, _ key: String, _ read: (inout StubReader, JSONNode) -> Pattern?
    ) -> [NamedPattern<Pattern>] {
        guard node.kind == .object else {
            error(
                at: node, "\"\(key)\" must be an object of patterns by name, found \(Self.found(node))",
                hint: "write {\"name\": {\"equalTo\": \"value\"}}")
            return []
        }
        return namedMembers(of: node).compactMap { member in
            read(&self, member.value).map { NamedPattern(member.key, $0) }
        }
    }

    /// The elements of a list.
    mutating func list(_ node: JSONNode, _ key: String) -> [JSONNode] {
        if node.kind == .array { return node.elements }
        error(at: node, "\"\(key)\" must be a list of patterns, found \(Self.found(node))", hint: "put it into [ ]")
        return []
    }

    private mutating func patternMembers(_ node: JSONNode, _ table: KeyTable) -> ObjectMembers? {
        if node.kind == .object { return members(of: node, table) }
        var hint: String?
        if node.kind == .string || node.kind == .number || node.kind == .bool {
            hint = "write {\"equalTo\": \(Self.quoted(node.string ?? Self.text(node)))}"
        }
        error(at: node, "a pattern must be an object, found \(Self.found(node))", hint: hint)
        return nil
    }

    private mutating func valuePattern(_ node: JSONNode, _ members: ObjectMembers) -> ValuePattern? {
        let errorsBefore = errorCount
        let present = members.present(Self.operators.map(\.name))
        guard let operation = present.first else {
            // A key that was reported already explains why nothing is left.
            if members.members.count == node.members.count {
                error(
                    at: node, "a pattern needs an operator",
                    hint: "there are \(Self.operators.map(\.name).joined(separator: ", "))")
            }
            return nil
        }
        if let second = present.dropFirst().first {
            let names = present.map { "\"\($0.key)\"" }
            ambiguity(
                at: second.keyNode, "several operators in one pattern: \(names.joined(separator: " and "))",
                hint: isLenient ? "\"\(operation.key)\" is read" : "keep one of them")
        }
        let allowed = Self.operators.first { $0.name == operation.key }?.options ?? []
        for (owner, options) in Self.operators where !options.isEmpty && owner != operation.key {
            for option in members.present(options.filter { !allowed.contains($0) }) {
                ambiguity(
                    at: option.keyNode, "\"\(option.key)\" goes with \"\(owner)\", not with \"\(operation.key)\"",
                    hint: isLenient ? "it is left out" : "remove it")
            }
        }
        let pattern = self.operation(operation, members)
        return errorCount == errorsBefore ? pattern : nil
    }

    private mutating func operation(_ member: JSONMember, _ members: ObjectMembers) -> ValuePattern? {
        switch member.key {
        case "absent":
            if member.value.bool == nil, !isLenient {
                _ = bool(member.value, "absent")
            } else if member.value.bool != true {
                ambiguity(
                    at: member.value,
                    "\"absent\": \(Self.text(member.value)) means absent all the same in this format",
                    hint: "write {\"matches\": \".*\"} to ask for any value")
            }
            return .absent
        case "equalToJson":
            let ignoresOrder = option("ignoreArrayOrder", members)
            let ignoresExtra = option("ignoreExtraElements", members)
            return json(member.value).map {
                .equalToJSON(
                    $0, JSONComparison.Options(ignoreArrayOrder: ignoresOrder, ignoreExtraElements: ignoresExtra))
            }
        default: break
        }
        guard let text = string(member.value, member.key) else { return nil }
        switch member.key {
        case "equalTo": return .equalTo(text, ignoringCase: option("caseInsensitive", members))
        case "contains": return .contains(text)
        case "doesNotContain": return .doesNotContain(text)
        case "matches": return regex(text, at: member.value).map(ValuePattern.matches)
        default: return regex(text, at: member.value).map(ValuePattern.doesNotMatch)
        }
    }

    private mutating func option(_ key: String, _ members: ObjectMembers) -> Bool {
        members[key].flatMap { bool($0, key) } ?? false
    }

    /// The document that `equalToJson` asks for: the value itself, or the one that a string holds.
    private mutating func json(_ node: JSONNode) -> JSONValue? {
        if node.text.contains(UInt8(ascii: "$")), node.text.firstRange(of: "${json-unit.".utf8) != nil {
            error(at: node, "${json-unit...} in \"equalToJson\" is not supported yet")
            return nil
        }
        guard let text = node.string else { return node.value }
        do {
            return try JSONValue(parsing: text)
        } catch {
            self.error(
                at: node, "the string of \"equalToJson\" is no JSON: \(error.message)",
                hint: "write the JSON itself, or \"\\\"text\\\"\" for a string")
            return nil
        }
    }
}
