import MockAPICore

/// The answers that were made of a text so far, by what is written there.
struct KnownAnswers {
    private var numbers = HashTable()
    private var known: [(text: Range<Int>, answer: StubAnswer)] = []

    /// The answer that was made of the same text.
    func answer(to node: JSONNode, hash: UInt64) -> StubAnswer? {
        numbers.first(hash) { node.document.bytes[known[Int($0)].text] == node.text }.map { known[Int($0)].answer }
    }

    mutating func add(_ answer: StubAnswer, to node: JSONNode, hash: UInt64) {
        numbers.insert(hash, UInt32(truncatingIfNeeded: known.count))
        known.append((node.range, answer))
    }
}

extension StubReader {
    /// Shorter texts are read anew, and so are longer ones.
    private static let sharedLengths = 32...64 * 1024

    /// Reads a response definition; those of the same text are read once, and their stubs share the answer.
    ///
    /// What was found doubtful is found for each of them. `stub` is the id and the name of a stub that its answer names, which
    /// then is its own.
    mutating func answer(_ node: JSONNode?, naming stub: (id: String, name: String?)?) -> StubAnswer? {
        guard let node, stub == nil, Self.sharedLengths.contains(node.range.count) else {
            return response(node).map { StubAnswer($0, naming: stub) }
        }
        let hash = ByteHash.hash(node.text)
        if let known = knownAnswers.answer(to: node, hash: hash) { return known }
        let count = findings.count
        guard let plan = response(node) else { return nil }
        let answer = StubAnswer(plan)
        // A file is looked for by each stub that names it.
        if findings.count == count, plan.response.body.bytes != nil {
            knownAnswers.add(answer, to: node, hash: hash)
        }
        return answer
    }
}
