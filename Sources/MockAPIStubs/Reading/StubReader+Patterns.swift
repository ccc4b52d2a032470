import MockAPICore
import MockAPIMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StubReader {
    /// What a pattern looks at.
    enum PatternPlace { case value, body }

    /// The operators, and the keys that go with each.
    private static let operators: [(name: String, options: [String])] = [
        ("equalTo", ["caseInsensitive"]), ("contains", []), ("doesNotContain", []), ("matches", []),
        ("doesNotMatch", []), ("matchesPathTemplate", []), ("absent", []), ("anything", []),
        ("equalToJson", ["ignoreArrayOrder", "ignoreExtraElements", "enablePlaceholders"]), ("matchesShape", []),
        ("binaryEqualTo", []),
        ("and", []), ("or", []), ("not", []),
    ]

    private static let lists = ["hasExactly", "includes"]

    /// Reads a pattern on one value.
    mutating func valuePattern(_ node: JSONNode, in place: PatternPlace = .value) -> ValuePattern? {
        guard let members = patternMembers(node, .pattern) else { return nil }
        return valuePattern(node, members, in: place)
    }

    /// Reads a pattern on the values of one name.
    mutating func multiValuePattern(_ node: JSONNode) -> MultiValuePattern? {
        guard let members = patternMembers(node, .multiValuePattern) else { return nil }
        let lists = members.present(Self.lists)
        guard let list = lists.first else { return valuePattern(node, members, in: .value).map(MultiValuePattern.any) }
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

    private mutating func valuePattern(
        _ node: JSONNode, _ members: ObjectMembers, in place: PatternPlace
    ) -> ValuePattern? {
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
        let pattern = self.operation(operation, members, in: place)
        return errorCount == errorsBefore ? pattern : nil
    }

    private mutating func operation(
        _ member: JSONMember, _ members: ObjectMembers, in place: PatternPlace
    ) -> ValuePattern? {
        switch member.key {
        case "absent":
            if member.value.bool == nil, !isLenient {
                _ = bool(member.value, "absent")
            } else if member.value.bool != true {
                ambiguity(
                    at: member.value,
                    "\"absent\": \(Self.text(member.value)) means absent all the same in this format",
                    hint: "write {\"not\": {\"absent\": true}} to ask for any value")
            }
            return .absent
        case "anything": return .anything
        case "and", "or":
            let patterns = list(member.value, member.key).compactMap { valuePattern($0, in: place) }
            if member.value.kind == .array, member.value.elements.isEmpty {
                let effect = member.key == "and" ? "always holds" : "never holds"
                warning(at: member.value, "\"\(member.key)\" without patterns \(effect)")
            }
            return member.key == "and" ? .and(patterns) : .or(patterns)
        case "not": return valuePattern(member.value, in: place).map(ValuePattern.not)
        case "binaryEqualTo": return binary(member, in: place)
        case "matchesShape": return shape(member.value)
        case "equalToJson":
            let ignoresOrder = option("ignoreArrayOrder", members) ?? false
            let ignoresExtra = option("ignoreExtraElements", members) ?? false
            let readsPlaceholders = option("enablePlaceholders", members) ?? true
            guard let document = json(member.value) else { return nil }
            var options = JSONComparison.Options(ignoreArrayOrder: ignoresOrder, ignoreExtraElements: ignoresExtra)
            if readsPlaceholders { options.placeholders = placeholders(of: document, at: member.value) }
            return .equalToJSON(document, options)
        default: return textOperation(member, members)
        }
    }

    private mutating func textOperation(_ member: JSONMember, _ members: ObjectMembers) -> ValuePattern? {
        guard let text = operand(member) else { return nil }
        switch member.key {
        case "equalTo": return .equalTo(text, ignoringCase: option("caseInsensitive", members) ?? false)
        case "contains": return .contains(text)
        case "doesNotContain": return .doesNotContain(text)
        case "matches": return regex(text, at: member.value).map(ValuePattern.matches)
        case "matchesPathTemplate": return template(text, at: member.value).map(ValuePattern.matchesPathTemplate)
        default: return regex(text, at: member.value).map(ValuePattern.doesNotMatch)
        }
    }

    /// The text of an operator; the lenient reader takes a number or a truth value for its text.
    private mutating func operand(_ member: JSONMember) -> String? {
        guard isLenient, member.value.kind == .number || member.value.kind == .bool else {
            return string(member.value, member.key)
        }
        let text = String(decoding: member.value.text, as: UTF8.self)
        warning(at: member.value, "\"\(member.key)\" is read as string \(Self.quoted(text))")
        return text
    }

    private mutating func option(_ key: String, _ members: ObjectMembers) -> Bool? {
        members[key].flatMap { bool($0, key) }
    }

    private mutating func binary(_ member: JSONMember, in place: PatternPlace) -> ValuePattern? {
        if place == .value {
            error(
                at: member.keyNode, "\"binaryEqualTo\" looks at bodies only",
                hint: "put it into \"bodyPatterns\", or use \"equalTo\"")
        }
        guard let text = string(member.value, "binaryEqualTo") else { return nil }
        guard let data = Data(base64Encoded: text) else {
            error(
                at: member.value, "\"binaryEqualTo\" is no Base64", hint: "use A-Z a-z 0-9 + / and = at the end")
            return nil
        }
        return .binaryEqualTo([UInt8](data))
    }

    /// The document that `equalToJson` asks for: the value itself, or the one that a string holds.
    private mutating func json(_ node: JSONNode) -> JSONValue? {
        guard let text = node.string else { return node.value }
        // A placeholder may stand for the whole document.
        if text.utf8.starts(with: "${json-unit.".utf8) || text.utf8.starts(with: "#{json-unit.".utf8) {
            return .string(text)
        }
        do {
            return try JSONValue(parsing: text)
        } catch {
            self.error(
                at: node, "the string of \"equalToJson\" is no JSON: \(error.message)",
                hint: "write the JSON itself, or \"\\\"text\\\"\" for a string")
            return nil
        }
    }

    /// The placeholders of a document; one that is none is reported at its own place where it has one.
    private mutating func placeholders(of document: JSONValue, at node: JSONNode) -> JSONPlaceholders? {
        guard node.text.firstRange(of: "{json-unit.".utf8) != nil || node.text.contains(UInt8(ascii: "\\")) else {
            return nil
        }
        let errorsBefore = errorCount
        if node.kind != .string { checkPlaceholders(of: node) }
        guard errorCount == errorsBefore else { return nil }
        do {
            return try JSONPlaceholders(in: document)
        } catch {
            self.error(at: node, error.message, hint: error.hint)
            return nil
        }
    }

    private mutating func checkPlaceholders(of node: JSONNode) {
        var pending = [node]
        while let node = pending.popLast() {
            pending += node.elements + node.members.map(\.value)
            guard let text = node.string else { continue }
            do {
                if case .regex(let regex)? = try JSONPlaceholder(text) { checkRepetitions(regex, at: node) }
            } catch {
                self.error(at: node, error.message, hint: error.hint)
            }
        }
    }
}
