import MockAPICore

extension ScenarioReader {
    /// Reads what a step keeps for later ones.
    mutating func readCaptures(_ node: JSONNode?, _ send: StepSend?) -> [StepCapture] {
        guard let node, expect(node, .object, "capture") else { return [] }
        if node.members.isEmpty { report(node.location, "\"capture\" is empty") }
        return node.members.compactMap { member in
            guard isVariableName(member) else { return nil }
            variables[member.key] = .some(nil)
            if member.value.kind == .object { return readCapture(member, send) }
            guard member.value.kind == .string else {
                report(
                    member.value.location,
                    "\"\(member.key)\" must be a JSON path or an object, found \(Wording.found(member.value.value))")
                return nil
            }
            return path(member.value).map {
                StepCapture(name: member.key, path: $0, location: member.value.location)
            }
        }
    }

    private mutating func readCapture(_ member: JSONMember, _ send: StepSend?) -> StepCapture? {
        guard let members = object(member.value, .capture) else { return nil }
        guard let from = members["from"] else {
            report(member.value.location, "a capture needs \"from\"")
            return nil
        }
        guard let word = text(from, "from") else { return nil }
        guard let source = StepCapture.Source(rawValue: word) else {
            let words = StepCapture.Source.allCases.map(\.rawValue)
            let near = Spelling.suggestion(for: word, among: words)
            report(
                from.location, "nothing can be captured from \(from.quoted)",
                hint: near.map { "did you mean \"\($0)\"?" } ?? "use one of \(Wording.list(words))")
            return nil
        }
        if source == .model, send?.isPlain ?? false {
            report(from.location, "a plain request has no model", hint: "use \"body\"")
        }
        var capture = StepCapture(name: member.key, source: source, location: member.value.location)
        if let node = members["path"] {
            capture.path = path(node)
            if !source.hasPath { report(node.location, "\"path\" cannot go with \"\(word)\"") }
        }
        if let node = members["name"] {
            capture.field = text(node, "name")
            if !source.isNamed { report(node.location, "\"name\" cannot go with \"\(word)\"") }
        } else if source.isNamed {
            report(member.value.location, "a capture from \"\(word)\" needs \"name\"")
        }
        return capture
    }

    private mutating func path(_ node: JSONNode) -> JSONPath? {
        guard let text = text(node, "path") else { return nil }
        do {
            return try JSONPath(parsing: text)
        } catch {
            report(node.location, "\(node.quoted) is no JSON path: \(error)")
            return nil
        }
    }
}
