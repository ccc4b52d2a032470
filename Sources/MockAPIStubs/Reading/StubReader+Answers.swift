import MockAPICore

/// The answers that were made of a text so far, by what is written there.
///
/// Where the first texts are all different, nothing more is kept: the others will be so too.
struct KnownAnswers {
    private static let mostWithoutUse = 256

    private var numbers = HashTable()
    private var known: [(text: Range<Int>, answer: StubAnswer)] = []
    private var hasBeenUsed = false
    /// Whether it is still worth while to look for a text.
    private(set) var isInUse = true

    /// The answer that was made of the same text.
    mutating func answer(to node: JSONNode, hash: UInt64) -> StubAnswer? {
        let number = numbers.first(hash) { node.document.bytes[known[Int($0)].text] == node.text }
        guard let number else { return nil }
        hasBeenUsed = true
        return known[Int(number)].answer
    }

    mutating func add(_ answer: StubAnswer, to node: JSONNode, hash: UInt64) {
        if !hasBeenUsed, known.count == Self.mostWithoutUse {
            self = KnownAnswers()
            isInUse = false
            return
        }
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
        guard let node, stub == nil, knownAnswers.isInUse, Self.sharedLengths.contains(node.range.count) else {
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
