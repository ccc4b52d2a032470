package import MockAPICore

/// A stub as its file has it now: the places of the mapping, of its answer and of the answer's content.
package struct WrittenStub: Sendable {
    /// Where the content of the answer is written.
    package enum Content: Sendable {
        /// As `jsonBody`.
        case json(JSONNode)
        /// As `body`, a string.
        case text(JSONNode)
        /// As `base64Body`.
        case base64(JSONNode)
        /// In a file, which a string names.
        case file(path: String, name: JSONNode)
        /// Nowhere: the answer has none.
        case none
    }

    /// The path to open; that of the scenario file for a stub that is written inside one.
    package let path: String
    /// The mapping.
    package let mapping: JSONNode
    /// The answer; `nil` where the mapping has none.
    package let response: JSONNode?
    /// The content of the answer.
    package let content: Content

    /// The text that the mapping stands in.
    package var document: JSONDocument { mapping.document }

    init(path: String, mapping: JSONNode, bodyFile: String?) {
        self.path = path
        self.mapping = mapping
        response = mapping["response"]
        content =
            if let json = response?["jsonBody"] {
                .json(json)
            } else if let base64 = response?["base64Body"] {
                .base64(base64)
            } else if let name = response?["bodyFileName"], let bodyFile {
                .file(path: bodyFile, name: name)
            } else if let text = response?["body"] {
                .text(text)
            } else {
                .none
            }
    }
}

/// Finds stubs in their files, each of which is read once.
package final class WrittenStubs {
    private struct File {
        /// The mappings by the place of their first byte.
        var mappings: [Int: JSONNode]
        var root: JSONNode
    }

    private var files: [String: File?] = [:]

    /// Makes a finder that has read nothing yet.
    package init() {}

    /// The stub as its file has it now; `nil` for one that no file holds, or whose file has changed since.
    package func find(_ stub: Stub) -> WrittenStub? {
        guard let origin = stub.origin, let place = origin.place, let file = file(place.path, origin.options) else {
            return nil
        }
        guard let node = file.mappings[place.range.lowerBound] ?? Self.descend(file.root, to: place.range),
            node.range == place.range
        else { return nil }
        let bodyFile: String? =
            if case .file(let path, _) = stub.response.response.body.source { path } else { nil }
        return WrittenStub(path: place.path, mapping: node, bodyFile: bodyFile)
    }

    private func file(_ path: String, _ options: JSONReadingOptions) -> File? {
        if let known = files[path] { return known }
        var file: File?
        if let bytes = try? FileSystem.contents(of: path),
            let document = try? JSONDocument(parsing: bytes, file: path, options: options)
        {
            var mappings: [Int: JSONNode] = [:]
            for node in document.root["mappings"]?.elements ?? [document.root] {
                mappings[node.range.lowerBound] = node
            }
            file = File(mappings: mappings, root: document.root)
        }
        files[path] = .some(file)
        return file
    }

    /// The value of a range, however deep it lies.
    private static func descend(_ root: JSONNode, to range: Range<Int>) -> JSONNode? {
        var node = root
        while node.range != range {
            let children = node.kind == .object ? node.members.map(\.value) : node.elements
            guard
                let next = children.first(where: {
                    $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
                })
            else { return nil }
            node = next
        }
        return node
    }
}
