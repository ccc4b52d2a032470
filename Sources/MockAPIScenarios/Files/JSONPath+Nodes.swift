import MockAPICore

extension JSONPath {
    /// The value at the path, or the innermost one on the way to it.
    func nearestNode(in root: JSONNode) -> JSONNode {
        var node = root
        for component in components {
            let next: JSONNode? =
                switch component {
                case .key(let key): node[key]
                case .index(let index): node[index]
                }
            guard let next else { return node }
            node = next
        }
        return node
    }
}
