import MockAPICore

extension StubReader {
    /// Reads the mappings of a file: one, or those of `mappings`.
    ///
    /// `relativePath` is the path from the root, from which stubs without an `id` get theirs.
    mutating func stubs(of document: JSONDocument, relativePath: String) -> [Stub] {
        expectDuplicates(document.duplicateKeys)
        let stubs = stubs(of: document.root) { position, _ in StubID.stable(file: relativePath, position: position) }
        reportDuplicates(in: nil)
        return stubs
    }

    /// Reads the mappings that a value holds: one, or those of `mappings`.
    ///
    /// `defaultID` makes the identity of a stub that brings none, of its position and its node.
    mutating func stubs(of node: JSONNode, defaultID: (Int, JSONNode) -> String) -> [Stub] {
        guard node.kind == .object else {
            error(at: node, "a stub must be an object, found \(Self.found(node))")
            return []
        }
        guard node["mappings"] != nil else { return stub(node, id: defaultID(0, node)).map { [$0] } ?? [] }
        guard let mappings = members(of: node, .file)?["mappings"] else { return [] }
        guard mappings.kind == .array else {
            error(at: mappings, "\"mappings\" must be a list of mappings, found \(Self.found(mappings))")
            return []
        }
        return mappings.elements.enumerated().compactMap { position, mapping in
            stub(mapping, id: defaultID(position, mapping))
        }
    }

    private mutating func stub(_ node: JSONNode, id: String) -> Stub? {
        let origin = StubOrigin(
            text: node.document.bytes, range: node.range, location: node.document.file.isEmpty ? nil : node.location,
            options: options.json)
        return stub(node, defaultID: id, origin: origin)
    }
}
