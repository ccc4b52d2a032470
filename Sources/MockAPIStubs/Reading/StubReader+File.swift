import MockAPICore

extension StubReader {
    /// Reads the mappings of a text: one, or those of `mappings`; `nil` for a scenario.
    ///
    /// Of a file with many mappings there are never more than a few in memory besides the stubs made so far and the text.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - file: the name of its file, for locations; may be empty.
    ///   - text: where the text is found later.
    ///   - defaultID: makes the identity of a stub that brings none, of its position.
    /// - Throws: `JSONSyntaxError` where the text is no JSON; then the reader has nothing to say of it.
    mutating func stubs(
        of bytes: [UInt8], file: String, text: StubText, defaultID: @escaping @Sendable (Int) -> String
    ) throws(JSONSyntaxError) -> [Stub]? {
        let start = self
        var stubs: [Stub] = []
        var position = 0
        let read: @Sendable (inout StubReader, StubBatches.Mapping) -> Stub? = { reader, mapping in
            reader.expectDuplicates(mapping.node.document.duplicateKeys)
            return reader.stub(mapping.node, id: defaultID(mapping.position), text: text)
        }
        let batches = StubBatches(start, byteCount: bytes.count, read: read)
        defer { batches?.discard() }
        let document = try JSONDocument.read(
            bytes, file: file, options: options.json, elementsOf: "mappings",
            begin: {
                // Of repeated keys the last one counts.
                self = start
                stubs = []
                position = 0
                batches?.discard()
            },
            { node in
                if let batches {
                    batches.add((node, position))
                } else if let stub = read(&self, (node, position)) {
                    stubs.append(stub)
                }
                position += 1
            })
        batches?.finish(into: &stubs, &self)
        let root = document.root
        if root.kind == .object, root["steps"] != nil {
            self = start
            return nil
        }
        expectDuplicates(document.duplicateKeys)
        defer { reportDuplicates(in: nil) }
        guard root.kind == .object, root["mappings"] != nil else {
            return mapping(root, id: defaultID(0), text: text)
        }
        return mappings(of: root) == nil ? [] : stubs
    }

    /// Reads the mappings that a value holds: one, or those of `mappings`.
    ///
    /// `defaultID` makes the identity of a stub that brings none, of its position and its node.
    mutating func stubs(of node: JSONNode, defaultID: (Int, JSONNode) -> String) -> [Stub] {
        let text = StubText(node.document.bytes, options: options.json)
        guard node.kind == .object, node["mappings"] != nil else {
            return mapping(node, id: defaultID(0, node), text: text)
        }
        guard let mappings = mappings(of: node) else { return [] }
        return mappings.elements.enumerated().compactMap { position, mapping in
            stub(mapping, id: defaultID(position, mapping), text: text)
        }
    }

    private mutating func mapping(_ node: JSONNode, id: String, text: StubText) -> [Stub] {
        guard node.kind == .object else {
            error(at: node, "a stub must be an object, found \(Self.found(node))")
            return []
        }
        return stub(node, id: id, text: text).map { [$0] } ?? []
    }

    /// The list of mappings of an object that has one.
    private mutating func mappings(of node: JSONNode) -> JSONNode? {
        guard let mappings = members(of: node, .file)?["mappings"] else { return nil }
        guard mappings.kind == .array else {
            error(at: mappings, "\"mappings\" must be a list of mappings, found \(Self.found(mappings))")
            return nil
        }
        return mappings
    }

    private mutating func stub(_ node: JSONNode, id: String, text: StubText) -> Stub? {
        let origin = StubOrigin(
            text: text, node: node, location: node.document.file.isEmpty ? nil : node.location)
        return stub(node, defaultID: id, origin: origin)
    }
}
