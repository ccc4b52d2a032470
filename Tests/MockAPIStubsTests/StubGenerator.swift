import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Makes stubs by chance, of all that a stub file can say.
struct StubGenerator {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    // MARK: Pieces

    private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    private mutating func flip(_ one: Int = 2) -> Bool { number(1...one) == 1 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    private mutating func some<Element>(_ range: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
        (0..<number(range)).map { _ in make(&self) }
    }

    private mutating func text() -> String {
        pick([
            "", "a", "ab c", "é", "e\u{301}", "\"q\"\\", "line\nbreak\u{1}", "天气", "1", "1.0", "true", "{\"a\": 1}",
            "${json-unit.ignore}", "/p", "%41", "👩‍👩‍👧", "null", "x\(number(0...99))",
        ])
    }

    private mutating func name() -> String { pick(["a", "B", "c-d", "e.f", "天", "x y", "é"]) }
    private mutating func token() -> String { pick(["A", "Accept", "X-b", "cookie", "e!"]) }

    mutating func json(_ depth: Int = 3) -> JSONValue {
        switch number(0...(depth > 0 ? 7 : 4)) {
        case 0: return .null
        case 1: return .bool(flip())
        case 2: return .number(JSONNumber(pick(["0", "-1", "1.50", "1e3", "9007199254740993"])) ?? JSONNumber(0))
        case 3, 4: return .string(flip(5) ? pick(Self.placeholders) : text())
        case 5: return .array(some(0...3) { $0.json(depth - 1) })
        default:
            // Now and then with a repeated key, which a stub file cannot have but the text of a document can.
            return .object(JSONObject(some(0...3) { (key: $0.name(), value: $0.json(depth - 1)) }))
        }
    }

    private static let placeholders = [
        "${json-unit.ignore}", "#{json-unit.any-number}", "${json-unit.regex}[a-z]+", "${json-unit.ignore-element}",
    ]

    // MARK: Patterns

    mutating func value(depth: Int = 2, isBody: Bool = false) -> ValuePattern {
        switch number(0...(depth > 0 ? 14 : 10)) {
        case 0, 1: return .equalTo(text(), ignoringCase: flip())
        case 2: return .contains(text())
        case 3: return .doesNotContain(text())
        case 4: return .matches(pick(["a+", "\\d{2}", "(?i)x|é", ""]).regex)
        case 5: return .doesNotMatch(pick(["a+", ".*\n", "[\"]"]).regex)
        case 6: return .absent
        case 7: return .anything
        case 8: return .matchesPathTemplate(pick(["/a/{id}", "/**", "x"]).template)
        case 9: return isBody ? .binaryEqualTo(some(0...5) { UInt8($0.number(0...255)) }) : .absent
        case 10: return equalToJSON()
        case 11: return .and(some(0...3) { $0.value(depth: depth - 1, isBody: isBody) })
        case 12: return .or(some(0...3) { $0.value(depth: depth - 1, isBody: isBody) })
        default: return .not(value(depth: depth - 1, isBody: isBody))
        }
    }

    private mutating func equalToJSON() -> ValuePattern {
        let document = json()
        var options = JSONComparison.Options(ignoreArrayOrder: flip(), ignoreExtraElements: flip())
        if flip() { options.placeholders = (try? JSONPlaceholders(in: document)) ?? nil }
        return .equalToJSON(document, options)
    }

    mutating func values() -> MultiValuePattern {
        switch number(0...3) {
        case 0: .hasExactly(some(0...3) { $0.value(depth: 1) })
        case 1: .includes(some(0...3) { $0.value(depth: 1) })
        default: .any(value())
        }
    }

    private mutating func named<Pattern>(
        _ name: (inout Self) -> String, _ make: (inout Self) -> Pattern
    ) -> [NamedPattern<Pattern>] {
        var names: Set<String> = []
        return some(0...2) { NamedPattern(name(&$0), make(&$0)) }.filter { names.insert($0.name).inserted }
    }

    mutating func request() -> RequestPattern {
        var pattern = RequestPattern(
            queryParameters: named {
                $0.name()
            } _: {
                $0.values()
            })
        pattern.method = pick([.any, .get, .post, "PURGE", .oneOf([.get, "ANY"]), .noneOf([.put])])
        switch number(0...5) {
        case 0: pattern.url = .any
        case 1: pattern.url = .url(EncodedText(pick(["/", "/a?b=%20c", "/天".encoded])))
        case 2: pattern.url = .urlPath(EncodedText(pick(["/", "/a/b", "/%2f;x=1"])))
        case 3: pattern.url = .urlPattern("/a\\?b=.*".regex)
        case 4: pattern.url = .urlPathPattern("/[^/]+".regex)
        default:
            pattern.url = .urlPathTemplate("/a/{a}/{B}".template)
            pattern.pathParameters = named {
                $0.pick(["a", "B"])
            } _: {
                $0.value()
            }
        }
        pattern.headers = named {
            $0.token()
        } _: {
            $0.values()
        }
        pattern.cookies = named {
            $0.token()
        } _: {
            $0.value()
        }
        if flip(3) { pattern.basicAuth = BasicCredentials(username: pick(["", "ada", "é"]), password: text()) }
        if flip(3) { pattern.host = pick(["a.test", .equalTo("A.Test", ignoringCase: true), value()]).asHost }
        if flip(3) { pattern.scheme = pick(["http", .equalTo("HTTPS", ignoringCase: true)]) }
        if flip(3) { pattern.port = number(1...65535) }
        if flip(3) { pattern.clientIP = value() }
        pattern.formParameters = named {
            $0.name()
        } _: {
            $0.values()
        }
        pattern.bodyPatterns = some(0...2) { $0.value(isBody: true) }
        return pattern
    }

    // MARK: Responses

    mutating func response() -> ResponsePlan {
        var response = HTTPResponse(HTTPStatus(pick([100, 200, 204, 404, 999])))
        if flip(4) { response.reason = pick(["", "Fine", "é"]) }
        for name in some(0...2, { $0.token() }) {
            for value in some(1...2, { $0.pick(["", "a", "b, c", "é\t1"]) }) { response.headers.add(name, value) }
        }
        if flip() {
            response.headers["Content-Type"] = pick(["application/json", "a/b+json; x=y", "text/plain", "odd"])
        }
        switch number(0...4) {
        case 0: response.body = HTTPBody(json().renderedBytes(.compact))
        case 1: response.body = HTTPBody(json().renderedBytes(.pretty))
        case 2: response.body = HTTPBody(text())
        case 3: response.body = HTTPBody(some(0...5) { UInt8($0.number(0...255)) })
        default: break
        }
        var plan = ResponsePlan(response)
        if flip(3) { plan.delay = .milliseconds(number(0...2_147_483_647)) }
        switch number(0...5) {
        case 0: plan.fault = pick(Fault.allCases)
        case 1: plan.truncateAfter = number(0...9)
        case 2: plan.stallAfter = number(0...9)
        default: break
        }
        if flip(4) { plan.bytesPerSecond = number(1...9) }
        return plan
    }

    mutating func stub() -> Stub {
        Stub(
            id: flip(3) ? "id \(number(0...9))" : nil, name: flip() ? text() : nil,
            priority: flip() ? Stub.defaultPriority : number(-9...9), request: request(), response: response())
    }
}

extension String {
    fileprivate var regex: RegexPattern {
        do { return try RegexPattern(self) } catch { preconditionFailure(error.description) }
    }

    fileprivate var template: PathTemplate {
        do { return try PathTemplate(self) } catch { preconditionFailure(error.description) }
    }

    fileprivate var encoded: String { PercentCoding.encode(self, for: .pathSegment).replacing("%2F", with: "/") }
}

extension ValuePattern {
    /// Hosts are in lower case and without a port, which the reader holds a plain equality to.
    fileprivate var asHost: ValuePattern {
        if case .equalTo(let text, ignoringCase: false) = self, text != text.lowercased() { return .absent }
        return self
    }
}
