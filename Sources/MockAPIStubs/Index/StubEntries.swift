import MockAPICore
import MockAPIMatching

/// The stubs of an index by their numbers: what a look-up needs of each in one array, equal answers once, and the stubs
/// themselves on pages that are only looked at where they must be.
struct StubEntries: Sendable {
    private var entries = FlatArray<StubEntry>()
    private var pages: [StubPage] = []
    /// Whether the last page was begun here, so that stubs can be added to it.
    private var ownsLastPage = false
    private var answers = AnswerTable()

    var count: Int { entries.count }
    var indices: Range<Int> { 0..<entries.count }

    init() {}

    /// The same entries for another index.
    func copy() -> StubEntries {
        var copy = self
        copy.ownsLastPage = false
        return copy
    }

    subscript(number: UInt32) -> StubEntry { entries[Int(number)] }

    /// An entry where it lies; the pointer is good as long as nothing is changed or let go.
    @inline(__always)
    func pointer(to number: UInt32) -> UnsafePointer<StubEntry> { entries.pointer(to: Int(number)) }

    /// The stub of a number.
    func stub(_ number: UInt32) -> Stub {
        let entry = entries[Int(number)]
        return pages[Int(entry.page)][Int(entry.place)]
    }

    /// The stub of a number, not looked at.
    func handle(_ number: UInt32) -> StubHandle {
        let entry = entries.pointer(to: Int(number))
        return StubHandle(page: pages[Int(entry.pointee.page)], place: Int(entry.pointee.place))
    }

    /// The answer of a stub, where it goes out at once, whole and from memory.
    func answer(_ number: UInt32) -> PreparedResponse? {
        let answer = entries.pointer(to: Int(number)).pointee.answer
        return answer == StubEntry.noAnswer ? nil : answers[answer]
    }

    // MARK: Changing

    mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    /// Adds a stub; its number is the count before.
    mutating func append(_ stub: Stub, _ order: StubOrder, _ request: borrowing RequestPattern) {
        if !ownsLastPage || pages.last?.isFull ?? true {
            let capacity = min(StubPage.mostStubs, max(16, entries.count))
            pages.append(StubPage(capacity: capacity))
            ownsLastPage = true
        }
        let page = pages[pages.count - 1]
        let place = page.count
        page.append(stub)
        let method = MethodCode(request.method)
        let answer = stub.prepared.map { answers.number(of: $0) } ?? StubEntry.noAnswer
        entries.append(
            StubEntry(
                order: order, method: method, answer: answer, page: UInt32(truncatingIfNeeded: pages.count - 1),
                place: UInt8(truncatingIfNeeded: place),
                isDecidedByPlace: method.isFinal && request.isDecidedByMethodAndPath))
    }

    /// Notes that the stub was taken away.
    mutating func remove(_ number: UInt32) {
        var entry = entries[Int(number)]
        entry.remove()
        entries[Int(number)] = entry
    }

    /// Notes the bucket that is the stub's alone, and the key by which a table leads to the stub itself; `false` where that
    /// is too long to be kept.
    mutating func setAlone(
        _ number: UInt32, in bucket: Int, key: UnsafeBufferPointer<UInt8>, isDecidedByKey: Bool = false
    ) -> Bool {
        var entry = entries[Int(number)]
        let isKept = entry.setAlone(
            in: UInt32(truncatingIfNeeded: bucket), key: key, isDecidedByKey: entry.method.isFinal && isDecidedByKey)
        entries[Int(number)] = entry
        return isKept
    }
}

extension RequestPattern {
    /// Whether a request with the right method, and the right path where one is fixed, matches.
    fileprivate var isDecidedByMethodAndPath: Bool {
        switch url {
        case .urlPath, .any: hasNoCondition(but: 0)
        case .url, .urlPattern, .urlPathPattern, .urlPathTemplate: false
        }
    }

    /// Whether a request with the right method and path, and this value, matches.
    func isDecided(by discriminator: Discriminator) -> Bool {
        guard case .urlPath = url, hasNoCondition(but: 1) else { return false }
        switch discriminator {
        case .queryValue:
            guard case .any(.equalTo(_, ignoringCase: false)) = queryParameters.first?.pattern else { return false }
            return true
        case .header:
            guard case .any(.equalTo(_, ignoringCase: false)) = headers.first?.pattern else { return false }
            return true
        case .method, .segment, .query, .cookie, .host, .formValue, .bodyBytes, .bodyField, .bodyJSON: return false
        }
    }

    /// Whether there are no conditions but for method and URL, and some in lists.
    private func hasNoCondition(but listed: Int) -> Bool {
        basicAuth == nil && host == nil && scheme == nil && port == nil && clientIP == nil
            && pathParameters.count + queryParameters.count + headers.count + cookies.count + formParameters.count
                + bodyPatterns.count == listed
    }
}

/// Answers by numbers; equal ones are kept once, so that stubs with the same answer share its memory.
private struct AnswerTable: Sendable {
    /// Larger answers are not compared.
    private static let longestShared = 64 * 1024
    /// So many answers that look alike are compared.
    private static let mostCompared = 4

    private var answers: [PreparedResponse] = []
    private var numbers = HashTable()

    subscript(number: UInt32) -> PreparedResponse { answers[Int(number)] }

    /// The number of an answer, a new one where there is none that is equal.
    mutating func number(of answer: PreparedResponse) -> UInt32 {
        let next = UInt32(truncatingIfNeeded: answers.count)
        if let last = answers.last, last.isSame(as: answer) { return next - 1 }
        guard answer.body.count <= Self.longestShared else {
            answers.append(answer)
            return next
        }
        let hash = answer.outline
        var compared = 0
        let known = numbers.first(hash) { number in
            compared += 1
            return compared > Self.mostCompared || answers[Int(number)].isEqual(to: answer)
        }
        if let known, compared <= Self.mostCompared { return known }
        answers.append(answer)
        if known == nil { numbers.insert(hash, next) }
        return next
    }
}

extension PreparedResponse {
    private static let sample = 48

    /// A hash of the head, and of the beginning, the middle and the end of the content.
    fileprivate var outline: UInt64 {
        let hash = head.withUnsafeBufferPointer { ByteHash.hash($0) }
        return body.withUnsafeBufferPointer { body in
            guard body.count > 3 * Self.sample else { return ByteHash.hash(body, seed: hash) }
            return [0, (body.count - Self.sample) / 2, body.count - Self.sample].reduce(hash) { hash, start in
                ByteHash.hash(UnsafeBufferPointer(rebasing: body[start..<start + Self.sample]), seed: hash)
            }
        }
    }
}
