import MockAPICore
import MockAPIMatching

/// Finds pairs of stubs with path templates between which only the order of files decides, for some requests.
///
/// A pair is found by a request that both match and that one of the two answers; so nothing is reported that another stub
/// settles. Only stubs are looked at that ask for a method and a path alone.
struct AmbiguousStubs {
    /// Two stubs of equal rank, and a request that both match.
    struct Pair {
        var loser: Stub
        var winner: Stub
        var method: HTTPMethod
        var path: String
    }

    private static let mostComparisons = 2_000_000

    /// The pairs, in the order in which stubs are tried; each stub is the loser of one pair at most.
    static func find(in stubs: [Stub]) -> [Pair] {
        struct Group: Hashable {
            var priority: Int
            var segments: Int
            var conditions: Int
        }
        let set = StubSet(stubs)
        var groups: [Group: [(stub: Stub, segments: [[PathTemplate.Token]])]] = [:]
        var pairs: [Pair] = []
        var comparisons = 0
        for stub in set.stubs {
            guard case .urlPathTemplate(let template) = stub.request.url, let segments = template.segments,
                stub.request == RequestPattern(method: stub.request.method, url: stub.request.url)
            else { continue }
            let group = Group(
                priority: stub.priority, segments: segments.count, conditions: stub.request.rankedConditionCount)
            for earlier in groups[group] ?? [] {
                comparisons += 1
                guard comparisons <= mostComparisons else { return pairs }
                guard let path = common(earlier.segments, segments),
                    let method = common(earlier.stub.request.method, stub.request.method),
                    !earlier.stub.request.covers(stub.request), !stub.request.covers(earlier.stub.request),
                    let request = request(method, path), set.match(MatchSubject(request))?.stub.id == earlier.stub.id,
                    stub.request.matches(MatchSubject(request)) != nil
                else { continue }
                pairs.append(
                    Pair(
                        loser: stub, winner: earlier.stub, method: method,
                        path: String(decoding: path, as: UTF8.self)))
                break
            }
            groups[group, default: []].append((stub, segments))
        }
        return pairs
    }

    /// A method that both allow.
    private static func common(_ left: MethodPattern, _ right: MethodPattern) -> HTTPMethod? {
        let named = [left, right].flatMap { pattern in
            switch pattern {
            case .one(let method): [method]
            case .oneOf(let methods): methods
            case .any, .noneOf: [HTTPMethod]()
            }
        }
        return (named + [.get, .post]).first { left.matches($0) && right.matches($0) }
    }

    /// A path that both templates match; `nil` where there is none that is easily seen.
    private static func common(_ left: [[PathTemplate.Token]], _ right: [[PathTemplate.Token]]) -> [UInt8]? {
        var segments: [[UInt8]] = []
        for (left, right) in zip(left, right) {
            switch (text(left), text(right)) {
            case (let left?, let right?):
                guard left == right else { return nil }
                segments.append(left)
            case (let text?, nil):
                guard !text.isEmpty, isParameter(right) else { return nil }
                segments.append(text)
            case (nil, let text?):
                guard !text.isEmpty, isParameter(left) else { return nil }
                segments.append(text)
            case (nil, nil):
                guard isParameter(left), isParameter(right) else { return nil }
                segments.append([UInt8(ascii: "x")])
            }
        }
        return Array(segments.joined(separator: [UInt8(ascii: "/")]))
    }

    /// The fixed text of a segment without parameters.
    private static func text(_ segment: [PathTemplate.Token]) -> [UInt8]? {
        if segment.isEmpty { return [] }
        guard segment.count == 1, case .literal(let text) = segment[0] else { return nil }
        return text
    }

    private static func isParameter(_ segment: [PathTemplate.Token]) -> Bool {
        guard segment.count == 1, case .parameter = segment[0] else { return false }
        return true
    }

    private static func request(_ method: HTTPMethod, _ path: [UInt8]) -> ReceivedRequest? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let name = Array(method.rawValue.utf8)
        let head = name + [UInt8(ascii: " ")] + path + Array(" HTTP/1.1\r\n".utf8)
        let target = name.count + 1..<name.count + 1 + path.count
        return ReceivedRequest(
            head: head, methodRange: 0..<name.count, target: RequestTarget(originForm: head, in: target),
            version: .http11, fields: [])
    }
}
