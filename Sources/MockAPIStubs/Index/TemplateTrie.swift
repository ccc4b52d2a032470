import MockAPIMatching

/// Path templates by their segments; a request's path leads to the templates that may match it.
///
/// A segment of a template is fixed text, or text with parameters, of which only the beginning and the end count here.
struct TemplateTrie: Sendable {
    /// What a segment with parameters begins and ends with, by length.
    struct Shape: Sendable, Hashable {
        var prefix: UInt16
        var suffix: UInt16
    }

    struct Node: Sendable {
        /// The segments with parameters that may follow, without repetition; each is an edge for any text of its lengths.
        var shapes: [Shape] = []
        /// The templates that end here.
        var ending = StubBucket.empty
        /// The templates with a `**` in the next segment.
        var open = StubBucket.empty
        /// The first of the nodes below.
        var firstChild = TemplateTrie.none
        /// The next node below the same one.
        var nextSibling = TemplateTrie.none
    }

    /// A bucket of a node.
    struct Place: Sendable {
        var node: UInt32
        var isOpen: Bool
    }

    static let none = UInt32.max
    /// Templates with more segments count as if a `**` followed.
    static let deepest = 128

    private(set) var nodes: [Node] = [Node()]
    /// The text that leads to each node but the first; empty where there are parameters in it.
    private var labels = TextList()
    private var edges = HashTable()

    subscript(place: Place) -> StubBucket {
        get { place.isOpen ? nodes[Int(place.node)].open : nodes[Int(place.node)].ending }
        _modify {
            if place.isOpen { yield &nodes[Int(place.node)].open } else { yield &nodes[Int(place.node)].ending }
        }
    }

    /// The place of a template, which is made where it is not there.
    mutating func place(of template: PathTemplate) -> Place {
        let (segments, hasWildcard) = template.segmentsBeforeWildcard
        var node: UInt32 = 0
        for segment in segments.prefix(Self.deepest) { node = child(of: node, for: segment) }
        return Place(node: node, isOpen: hasWildcard || segments.count > Self.deepest)
    }

    private mutating func child(of node: UInt32, for segment: [PathTemplate.Token]) -> UInt32 {
        let hash: UInt64
        var label = ""
        if segment.isEmpty {
            hash = Self.hash(node, UnsafeBufferPointer(start: nil, count: 0))
        } else if segment.count == 1, case .literal(let text) = segment[0] {
            hash = text.withUnsafeBufferPointer { Self.hash(node, $0) }
            label = String(decoding: text, as: UTF8.self)
        } else {
            var prefix: ArraySlice<UInt8> = []
            var suffix: ArraySlice<UInt8> = []
            if case .literal(let text) = segment.first { prefix = text.prefix(Int(UInt16.max)) }
            if case .literal(let text) = segment.last { suffix = text.suffix(Int(UInt16.max)) }
            let shape = Shape(prefix: UInt16(prefix.count), suffix: UInt16(suffix.count))
            if !nodes[Int(node)].shapes.contains(shape) { nodes[Int(node)].shapes.append(shape) }
            hash = prefix.withUnsafeBufferPointer { prefix in
                suffix.withUnsafeBufferPointer { Self.hash(node, shape, prefix, $0) }
            }
        }
        if let child = edges.first(hash) { return child }
        let child = UInt32(truncatingIfNeeded: nodes.count)
        var new = Node()
        new.nextSibling = nodes[Int(node)].firstChild
        nodes[Int(node)].firstChild = child
        nodes.append(new)
        labels.append(label)
        edges.insert(hash, child)
        return child
    }

    private static func hash(_ node: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        ByteHash.hash(text, seed: ByteHash.mix(UInt64(node) &+ 1))
    }

    private static func hash(
        _ node: UInt32, _ shape: Shape, _ prefix: UnsafeBufferPointer<UInt8>, _ suffix: UnsafeBufferPointer<UInt8>
    ) -> UInt64 {
        let seed = ByteHash.mix(UInt64(node) << 32 | UInt64(shape.prefix) << 16 | UInt64(shape.suffix))
        return ByteHash.hash(suffix, seed: ByteHash.hash(prefix, seed: ~seed))
    }
}

// MARK: - Looking up

extension TemplateTrie {
    /// Calls with each bucket whose templates may match a path.
    func forEachBucket(for path: UnsafeBufferPointer<UInt8>, _ body: (StubBucket) -> Void) {
        walk(0, path, from: 0, body)
    }

    private func walk(
        _ number: UInt32, _ path: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (StubBucket) -> Void
    ) {
        let node = nodes[Int(number)]
        if case .empty = node.open {} else { body(node.open) }
        guard start <= path.count else {
            if case .empty = node.ending {} else { body(node.ending) }
            return
        }
        guard node.firstChild != Self.none else { return }
        var end = start
        while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
        let segment = UnsafeBufferPointer(rebasing: path[start..<end])
        if let child = edges.first(Self.hash(number, segment)) { walk(child, path, from: end + 1, body) }
        for shape in node.shapes {
            let (prefix, suffix) = (Int(shape.prefix), Int(shape.suffix))
            guard segment.count > prefix + suffix else { continue }
            let hash = Self.hash(
                number, shape, UnsafeBufferPointer(rebasing: segment[..<prefix]),
                UnsafeBufferPointer(rebasing: segment[(segment.count - suffix)...]))
            if let child = edges.first(hash) { walk(child, path, from: end + 1, body) }
        }
    }
}

// MARK: - Near templates

extension TemplateTrie {
    /// So many nodes are looked at, and so many of those that follow one node.
    private static let mostVisits = 1_000
    private static let mostSiblings = 8

    /// Calls with buckets whose templates miss a path by one segment, until `body` says `false`.
    func forEachNearBucket(for path: UnsafeBufferPointer<UInt8>, _ body: (StubBucket) -> Bool) {
        let segments = path.split(separator: UInt8(ascii: "/"), maxSplits: 64, omittingEmptySubsequences: false)
            .map { UnsafeBufferPointer(rebasing: $0) }
        var visits = 0
        _ = walkNear(0, segments[...], mayMiss: true, &visits, body)
    }

    private func walkNear(
        _ number: UInt32, _ segments: ArraySlice<UnsafeBufferPointer<UInt8>>, mayMiss: Bool, _ visits: inout Int,
        _ body: (StubBucket) -> Bool
    ) -> Bool {
        visits += 1
        guard visits <= Self.mostVisits else { return false }
        let node = nodes[Int(number)]
        guard body(node.open) else { return false }
        guard let segment = segments.first else {
            guard body(node.ending) else { return false }
            return !mayMiss || children(of: node, limit: Self.mostSiblings).allSatisfy { body(nodes[Int($0)].ending) }
        }
        let exact = edges.first(Self.hash(number, segment))
        var matching = exact.map { [$0] } ?? []
        for shape in node.shapes where segment.count > Int(shape.prefix) + Int(shape.suffix) {
            let hash = Self.hash(
                number, shape, UnsafeBufferPointer(rebasing: segment[..<Int(shape.prefix)]),
                UnsafeBufferPointer(rebasing: segment[(segment.count - Int(shape.suffix))...]))
            if let child = edges.first(hash) { matching.append(child) }
        }
        let rest = segments.dropFirst()
        for child in matching {
            guard walkNear(child, rest, mayMiss: mayMiss, &visits, body) else { return false }
        }
        guard mayMiss else { return true }
        if rest.isEmpty, !body(node.ending) { return false }
        let all = children(of: node, limit: .max)
        let near = labels.nearest(to: segment, among: all.map { Int($0) - 1 }, limit: Self.mostSiblings)
        for child in near.map({ UInt32($0 + 1) }) where !matching.contains(child) {
            guard walkNear(child, rest, mayMiss: false, &visits, body) else { return false }
        }
        return true
    }

    private func children(of node: Node, limit: Int) -> [UInt32] {
        var children: [UInt32] = []
        var next = node.firstChild
        while next != Self.none, children.count < limit {
            children.append(next)
            next = nodes[Int(next)].nextSibling
        }
        return children
    }
}

extension PathTemplate {
    /// The segments before the one that has the first `**`, and whether there is one.
    fileprivate var segmentsBeforeWildcard: (segments: [[Token]], hasWildcard: Bool) {
        if let segments { return (segments, false) }
        var segments: [[Token]] = [[]]
        for token in tokens {
            switch token {
            case .wildcard: return (segments.dropLast(), true)
            case .parameter: segments[segments.count - 1].append(token)
            case .literal(let bytes):
                for (number, piece) in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    .enumerated()
                {
                    if number > 0 { segments.append([]) }
                    if !piece.isEmpty { segments[segments.count - 1].append(.literal(Array(piece))) }
                }
            }
        }
        return (segments, false)
    }
}
