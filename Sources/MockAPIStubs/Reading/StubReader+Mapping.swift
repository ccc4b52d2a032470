import MockAPICore

extension StubReader {
    /// Reads one mapping; `nil` where it has an error.
    ///
    /// - Parameters:
    ///   - node: the mapping.
    ///   - defaultID: the identity it gets if it brings none.
    ///   - origin: where it was read.
    mutating func stub(_ node: JSONNode, defaultID: String, origin: StubOrigin?) -> Stub? {
        let errorsBefore = errorCount
        reportDuplicates(in: node.range)
        guard let members = members(of: node, .mapping) else { return nil }
        if members["request"] == nil && members["response"] == nil {
            ambiguity(
                at: node, "a mapping without \"request\" and \"response\" answers everything with 200",
                hint: "add \"request\" and \"response\"")
        }
        let pattern = request(members["request"])
        let id = id(members) ?? defaultID
        let name = members["name"].flatMap { string($0, "name") }
        // As in WireMock, where each answer names its stub.
        let answer = answer(members["response"], naming: isLenient ? (id, name) : nil)
        let priority = members["priority"].flatMap { integer($0, "priority", in: .min ... .max) }
        if let metadata = members["metadata"], metadata.kind != .object {
            error(at: metadata, "\"metadata\" must be an object, found \(Self.found(metadata))")
        }
        if let persistent = members["persistent"] { _ = bool(persistent, "persistent") }
        guard errorCount == errorsBefore, let pattern, let answer else { return nil }
        return Stub(
            id: id, name: name, priority: priority ?? Stub.defaultPriority, request: pattern, answer: answer,
            origin: origin)
    }

    /// `id`, or its other name `uuid`.
    private mutating func id(_ members: ObjectMembers) -> String? {
        let texts = ["id", "uuid"].compactMap { key -> (key: String, node: JSONNode, text: String)? in
            guard let node = members[key], let text = string(node, key) else { return nil }
            return (key, node, text)
        }
        guard let first = texts.first else { return nil }
        if let other = texts.last, other.text != first.text {
            ambiguity(
                at: other.node, "\"id\" and \"uuid\" differ", hint: isLenient ? "\"id\" is read" : "keep one of them")
        }
        if first.text.isEmpty { error(at: first.node, "\"\(first.key)\" cannot be empty", hint: "leave it out") }
        explicitIDs.append((first.text, first.node.location))
        return first.text
    }
}
