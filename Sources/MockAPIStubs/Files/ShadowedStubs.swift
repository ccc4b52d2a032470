import MockAPICore
import MockAPIMatching

/// Finds stubs that never answer, since another one that is tried before them matches all their requests.
///
/// What is found is certain; not all that could be found is. Pairs are looked for where the path and one equality agree,
/// and the number of comparisons is limited, so that a hundred thousand stubs are looked at in a moment.
struct ShadowedStubs {
    /// A stub that never answers, and the one that always goes before it.
    struct Pair {
        var shadowed: Stub
        var by: Stub
        var rule: PrecedenceRule

        /// Whether each matches all requests of the other and only the order of files decides.
        var isTie: Bool { rule == .order && shadowed.request.covers(by.request) }
    }

    /// Where a stub can be met by those that it shadows: under one key of its path.
    private enum Place: Hashable {
        case path([UInt8])
        case segment(count: Int, index: Int, text: [UInt8])
        case anywhere
    }

    /// One equality of a pattern.
    private enum Equality: Hashable {
        case none
        case query([UInt8], [UInt8])
        case header([UInt8], [UInt8])
        case cookie([UInt8], [UInt8])
        case form([UInt8], [UInt8])
        case body(JSONValue)
    }

    private struct Key: Hashable {
        var place: Place
        var equality: Equality
    }

    private static let mostComparisons = 5_000_000

    /// The stubs that never answer, in the order in which stubs are tried.
    static func find(in stubs: [Stub]) -> [Pair] {
        let ordered = StubSet(stubs).stubs
        var frequency: [Equality: Int] = [:]
        for stub in ordered { for equality in equalities(of: stub.request) { frequency[equality, default: 0] += 1 } }
        var earlier: [Key: [Stub]] = [:]
        var pairs: [Pair] = []
        var comparisons = 0
        for stub in ordered {
            let equalities = equalities(of: stub.request) + [.none]
            let places = places(met: stub.request)
            var winner: Stub?
            search: for place in places {
                for equality in equalities {
                    for candidate in earlier[Key(place: place, equality: equality)] ?? [] {
                        comparisons += 1
                        guard comparisons <= mostComparisons else { return pairs }
                        if candidate.request.covers(stub.request) {
                            winner = candidate
                            break search
                        }
                    }
                }
            }
            if let winner {
                // Whoever shadows this one shadows also what this one would.
                pairs.append(Pair(shadowed: stub, by: winner, rule: PrecedenceRule(winner: winner, loser: stub)))
            } else {
                let rarest = equalities.dropLast().min { frequency[$0, default: 0] < frequency[$1, default: 0] }
                earlier[Key(place: place(of: stub.request), equality: rarest ?? .none), default: []].append(stub)
            }
        }
        return pairs
    }

    // MARK: Keys

    /// The key under which a stub is kept.
    private static func place(of request: RequestPattern) -> Place {
        if let path = request.url.fixedPath { return .path(Array(path)) }
        guard case .urlPathTemplate(let template) = request.url, let segments = template.segments else {
            return .anywhere
        }
        let longest = fixed(segments).max { $0.text.count < $1.text.count }
        return longest.map { .segment(count: segments.count, index: $0.index, text: $0.text) } ?? .anywhere
    }

    /// The keys under which those that may shadow a stub are kept.
    private static func places(met request: RequestPattern) -> [Place] {
        if let path = request.url.fixedPath {
            let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            return [.path(Array(path))]
                + segments.enumerated().map {
                    .segment(count: segments.count, index: $0.offset, text: Array($0.element))
                }
                + [.anywhere]
        }
        guard case .urlPathTemplate(let template) = request.url, let segments = template.segments else {
            return [.anywhere]
        }
        return fixed(segments).map { .segment(count: segments.count, index: $0.index, text: $0.text) } + [.anywhere]
    }

    private static func fixed(_ segments: [[PathTemplate.Token]]) -> [(index: Int, text: [UInt8])] {
        segments.enumerated().compactMap { index, tokens in
            guard tokens.count == 1, case .literal(let text) = tokens[0] else { return nil }
            return (index, text)
        }
    }

    private static func equalities(of request: RequestPattern) -> [Equality] {
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        func wanted(_ pattern: MultiValuePattern) -> String? {
            if case .any(.equalTo(let text, ignoringCase: false)) = pattern { text } else { nil }
        }
        var equalities: [Equality] = []
        if case .url(let url) = request.url {
            // The whole query is given.
            let query = url.normalized.drop { $0 != UInt8(ascii: "?") }.dropFirst()
            equalities += QueryPair.parse(query).map { .query(bytes($0.name), bytes($0.value)) }
        }
        for named in request.queryParameters {
            if let text = wanted(named.pattern) { equalities.append(.query(bytes(named.name), bytes(text))) }
        }
        for named in request.headers {
            if let text = wanted(named.pattern) {
                equalities.append(.header(bytes(named.name.lowercased()), bytes(text)))
            }
        }
        for named in request.cookies {
            if let text = wanted(.any(named.pattern)) { equalities.append(.cookie(bytes(named.name), bytes(text))) }
        }
        for named in request.formParameters {
            if let text = wanted(named.pattern) { equalities.append(.form(bytes(named.name), bytes(text))) }
        }
        // A looser comparison may match documents other than its own.
        for case .equalToJSON(let document, .exact) in request.bodyPatterns { equalities.append(.body(document)) }
        return equalities
    }
}
