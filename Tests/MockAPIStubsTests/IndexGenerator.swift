import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Makes stubs and requests of so few words that they meet all the time, in ways that an index could get wrong.
struct IndexGenerator {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func many<Element>(_ range: ClosedRange<Int>, _ make: (inout IndexGenerator) -> Element) -> [Element] {
        (0..<Int.random(in: range, using: &random)).map { _ in make(&self) }
    }
}

// MARK: - Words

extension IndexGenerator {
    private static let segments = [
        "a", "b", "users", "1", "2", "A", "%41", "%61", "a%2Fb", "a%2fb", "x.json", "y.json", "", "%C3%A9", "%c3%a9",
        "v1-v2", "%", "%4", "%zz", "~", "%7e",
    ]
    private static let templateSegments = [
        "{p}", "{p}", "{p}", "{p}.json", "x{p}", "{p}-{r}", "**", "a**", "**.json", "%41{p}", "{p}%2Fb",
    ]
    private static let texts = [
        "1", "2", "3", "", "é", "e\u{301}", "a b", "a+b", "A", "a", "ü", "%31", "x=1", "true", "1.0", "null",
    ]
    private static let names = ["q", "q", "page", "Q", "", "é"]
    private static let fields = ["X-Key", "x-key", "Accept", "X-Other"]
    private static let hosts = ["h", "a.test", "b.test", "[::1]", "A.test"]
    private static let pathRegexes = ["/a.*", "/[a-z]+/\\d", ".*", "/users/1", ".*\\?q=1", "/[^/]*", ".*é.*"]
        .compactMap { try? RegexPattern($0) }
    private static let valueRegexes = ["[12]", ".*", "é"].compactMap { try? RegexPattern($0) }

    mutating func segment() -> String { pick(Self.segments) }
    mutating func text() -> String { pick(Self.texts) }

    mutating func path() -> String { "/" + many(1...3) { $0.segment() }.joined(separator: "/") }

    mutating func template() -> PathTemplate? {
        var number = 0
        let segments = many(1...3) { generator in
            guard generator.chance(55) else { return generator.segment() }
            var segment = generator.pick(Self.templateSegments)
            while let hole = segment.firstRange(of: "{p}") {
                number += 1
                segment.replaceSubrange(hole, with: "{p\(number)}")
            }
            while let hole = segment.firstRange(of: "{r}") {
                number += 1
                segment.replaceSubrange(hole, with: "{p\(number)}")
            }
            return segment
        }
        return try? PathTemplate("/" + segments.joined(separator: "/"))
    }

    mutating func json(depth: Int = 2) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(chance(50))
        case 2: return .integer(Int.random(in: 0..<3, using: &random))
        case 3: return JSONNumber(pick(["1", "1.0", "1e0", "10e-1", "2", "-0", "0"])).map { .number($0) } ?? .null
        case 4: return .string(text())
        case 5: return .string(pick(["${json-unit.any-string}", "${json-unit.ignore}", "$"]))
        case 6: return .array(many(0...2) { $0.json(depth: depth - 1) })
        default:
            let keys = ["id", "id", "name", "é", "in"]
            return .object(JSONObject(many(0...3) { (key: $0.pick(keys), value: $0.json(depth: depth - 1)) }))
        }
    }
}

// MARK: - Stubs

extension IndexGenerator {
    /// What the stubs of one set have in common, so that some sets have many stubs on one path, told apart by little.
    struct Theme {
        var paths: [String]
        var conditions: ClosedRange<Int>
        var kinds: [Int]
        /// Whether most stubs are on one path and ask for one value of one kind, so that they are split by it.
        var isNarrow: Bool
    }

    mutating func theme() -> Theme {
        let paths = many(1...6) { $0.path() }
        let isNarrow = chance(40)
        let kinds = isNarrow || chance(40) ? [Int.random(in: 0..<8, using: &random)] : Array(0..<8)
        return Theme(
            paths: isNarrow || chance(30) ? [paths[0]] : paths, conditions: chance(50) ? 0...1 : 0...3, kinds: kinds,
            isNarrow: isNarrow)
    }

    mutating func stub(_ theme: Theme, id: String) -> Stub {
        Stub(
            id: id, priority: chance(70) ? 5 : pick([1, 5, 6, -3, .min, .max]),
            request: theme.isNarrow && chance(90) ? narrowRequest(theme) : request(theme),
            response: ResponsePlan(HTTPResponse(200)))
    }

    private mutating func request(_ theme: Theme) -> RequestPattern {
        var pattern = RequestPattern()
        pattern.method = method()
        pattern.url = url(theme)
        for _ in 0..<Int.random(in: theme.conditions, using: &random) {
            switch pick(theme.kinds) {
            case 0: pattern.queryParameters.append(NamedPattern(pick(Self.names), multiValuePattern()))
            case 1: pattern.headers.append(NamedPattern(pick(Self.fields), multiValuePattern()))
            case 2: pattern.bodyPatterns.append(bodyPattern())
            case 3:
                pattern.bodyPatterns.append(
                    chance(40) ? .equalTo(text()) : chance(40) ? .binaryEqualTo(Array(text().utf8)) : valuePattern())
            case 4: pattern.cookies.append(NamedPattern(pick(["s", "s", "é"]), valuePattern()))
            case 5: pattern.formParameters.append(NamedPattern(pick(Self.names), multiValuePattern()))
            case 6: origin(&pattern)
            default:
                guard case .urlPathTemplate(let template) = pattern.url, !template.parameterNames.isEmpty else {
                    continue
                }
                pattern.pathParameters.append(NamedPattern(pick(template.parameterNames), valuePattern()))
            }
        }
        return pattern
    }

    private mutating func narrowRequest(_ theme: Theme) -> RequestPattern {
        var pattern = RequestPattern(
            method: chance(80) ? .one(.get) : .any, url: .urlPath(EncodedText(theme.paths[0])))
        let value: ValuePattern =
            switch Int.random(in: 0..<20, using: &random) {
            case 0: .or([.equalTo(text()), .equalTo(text())])
            case 1: .and([.doesNotContain("#"), .equalTo(text())])
            case 2: .not(.equalTo(text()))
            case 3: .equalTo(text(), ignoringCase: true)
            case 4: valuePattern()
            default: .equalTo(text())
            }
        switch theme.kinds[0] {
        case 0: pattern.queryParameters = [NamedPattern("q", .any(value))]
        case 1: pattern.headers = [NamedPattern(pick(["X-Key", "x-key"]), .any(value))]
        case 2:
            let document: JSONValue = chance(80) ? .object(["id": json(depth: 0)]) : .array([json(depth: 0)])
            let options = chance(80) ? JSONComparison.Options.exact : .init(ignoreExtraElements: true)
            pattern.bodyPatterns = [
                chance(50)
                    ? (try? .equalToJSON(reading: document)) ?? .absent : .equalToJSON(document, options)
            ]
        case 3: pattern.bodyPatterns = [chance(80) ? value : .binaryEqualTo(Array(text().utf8))]
        case 4: pattern.cookies = [NamedPattern("s", value)]
        case 5: pattern.formParameters = [NamedPattern("q", .any(value))]
        case 6: pattern.host = chance(80) ? .equalTo("\(pick(["a", "b", "c"])).\(pick(["d", "e", "f", "G"]))") : value
        default:
            pattern.url = (try? PathTemplate("\(theme.paths[0])/{p}")).map { .urlPathTemplate($0) } ?? .any
            pattern.pathParameters = [NamedPattern("p", value)]
        }
        return pattern
    }

    private mutating func origin(_ pattern: inout RequestPattern) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: pattern.scheme = .equalTo(pick(["http", "https"]))
        case 1: pattern.port = pick([80, 8080])
        case 2: pattern.clientIP = chance(50) ? .equalTo("127.0.0.1") : .absent
        case 3: pattern.basicAuth = BasicCredentials(username: pick(["u", "v"]), password: "p")
        default: pattern.host = chance(70) ? .equalTo(pick(Self.hosts)) : valuePattern()
        }
    }

    private mutating func method() -> MethodPattern {
        if chance(60) { return .one(.get) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .any
        case 1:
            return .one(pick(["POST", "PUT", "HEAD", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "GEX", "PURGE"]))
        case 2: return .oneOf([.get, .post])
        case 3: return .noneOf([.get, "PURGE"])
        default: return .one(.post)
        }
    }

    private mutating func url(_ theme: Theme) -> URLPattern {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .any
        case 1:
            let regex = pick(Self.pathRegexes)
            return chance(50) ? .urlPattern(regex) : .urlPathPattern(regex)
        case 2, 3: return template().map { .urlPathTemplate($0) } ?? .any
        case 4:
            // A template of one of the paths, so that both lead to a request.
            let segments = pick(theme.paths).split(separator: "/", omittingEmptySubsequences: false)
            let hole = Int.random(in: 1..<max(2, segments.count), using: &random)
            let text = segments.enumerated().map { $0.offset == hole ? "{p}" : String($0.element) }
            return (try? PathTemplate(text.joined(separator: "/"))).map { .urlPathTemplate($0) } ?? .any
        case 5, 6:
            return .url(EncodedText(chance(80) ? "\(pick(theme.paths))?\(query())" : pick(theme.paths)))
        default: return .urlPath(EncodedText(chance(95) ? pick(theme.paths) : "\(pick(theme.paths))?q=1"))
        }
    }

    private mutating func valuePattern() -> ValuePattern {
        switch Int.random(in: 0..<17, using: &random) {
        case 0: return .equalTo(text(), ignoringCase: true)
        case 6: return .and(many(0...3) { $0.simplePattern() })
        case 7: return .or(many(0...3) { $0.simplePattern() })
        case 8: return .not(simplePattern())
        case 9: return chance(50) ? .anything : .binaryEqualTo(Array(text().utf8))
        case 10: return (try? PathTemplate("a{x}")).map { .matchesPathTemplate($0) } ?? .anything
        case 1: return .contains(text())
        case 2: return .doesNotContain(text())
        case 3: return .absent
        case 4: return .matches(pick(Self.valueRegexes))
        case 5: return .doesNotMatch(pick(Self.valueRegexes))
        default: return .equalTo(text())
        }
    }

    private mutating func simplePattern() -> ValuePattern {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .contains(text())
        case 1: .not(.equalTo(text()))
        case 2: .equalToJSON(json())
        default: .equalTo(text())
        }
    }

    private mutating func multiValuePattern() -> MultiValuePattern {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .hasExactly(many(0...2) { $0.valuePattern() })
        case 1: .includes(many(0...2) { $0.valuePattern() })
        default: .any(valuePattern())
        }
    }

    private mutating func bodyPattern() -> ValuePattern {
        var options = JSONComparison.Options()
        options.ignoreArrayOrder = chance(30)
        options.ignoreExtraElements = chance(40)
        options.objectsMayHaveMore = chance(10)
        let document = json()
        if chance(25) { return shape(of: document) }
        if chance(40), let pattern = try? ValuePattern.equalToJSON(reading: document) { return pattern }
        return .equalToJSON(document, chance(50) ? .exact : options)
    }

    /// The document with a matcher in the place of one of its members.
    private mutating func shape(of document: JSONValue) -> ValuePattern {
        guard var object = document.object, !object.isEmpty else { return .matchesShape(document) }
        let matchers: [JSONValue] = [
            ["$type": "integer"], ["$type": ["string", "object"]], ["$any": true], ["$absent": true],
            ["$oneOf": [1, "1"]],
        ]
        object[pick(object.keys)] = pick(matchers)
        return .matchesShape(.object(object), try? ShapeMatchers(reading: .object(object)))
    }
}

// MARK: - Requests

extension IndexGenerator {
    private static let escapedTexts = [
        "1", "2", "3", "", "%C3%A9", "e%CC%81", "a+b", "a%20b", "a%2Bb", "A", "a", "%31", "%FF", "x=1", "true",
    ]

    private mutating func query() -> String {
        many(0...3) { generator in
            let name = generator.pick(["q", "q", "page", "Q", "", "%C3%A9", "%71", "é"])
            return generator.chance(85) ? "\(name)=\(generator.pick(Self.escapedTexts))" : name
        }.joined(separator: "&")
    }

    /// A request that may well be answered by one of the stubs.
    mutating func request(_ theme: Theme, like stub: Stub?) -> ReceivedRequest {
        var method = pick(["GET", "GET", "GET", "POST", "HEAD", "PUT", "get", "PURGE", "OPTIONS"])
        if let stub, chance(80), case .one(let wanted) = stub.request.method { method = wanted.rawValue }
        var target = chance(80) ? pick(theme.paths) : path()
        if let stub { target = path(of: stub.request.url) ?? target }
        if !target.contains("?"), chance(60) { target += "?\(query())" }
        var fields: [(String, [UInt8])] = many(0...3) { generator in
            let value = generator.chance(85) ? Array(generator.text().utf8) : [0xE9]
            return (generator.pick(Self.fields), value)
        }
        if chance(60) { fields.append(("Host", Array("\(pick(Self.hosts))\(pick(["", ":80", ":8080"]))".utf8))) }
        if chance(30) { fields.append(("Cookie", Array("s=\(text()); é=1; s=\(text())".utf8))) }
        if chance(10) { fields.append(("Authorization", Array(pick(["Basic dTpw", "basic djpw", "Basic x"]).utf8))) }
        var body = chance(40) ? Array(json().renderedBytes()) : chance(50) ? Array(text().utf8) : []
        if chance(5) { body = Array(#"{"id":1,"id":2,"name":{"id":1,"id":"x"}}"#.utf8) }
        let isLike = !theme.isNarrow || chance(60)
        if theme.isNarrow, theme.kinds == [2], !isLike {
            body = JSONValue.object(["id": json(depth: 0)]).renderedBytes()
            if chance(20) { body = Array(#"{"id": \#(json(depth: 0)), "id": \#(json(depth: 0))}"#.utf8) }
        }
        if chance(25) {
            body = Array(query().utf8)
            fields.append(("Content-Type", Array("application/x-www-form-urlencoded".utf8)))
        }
        if let stub, isLike {
            for named in stub.request.headers where chance(80) {
                guard case .any(.equalTo(let text, _)) = named.pattern else { continue }
                // Bytes that are no UTF-8 count as Latin-1.
                let isLatin1 = chance(40) && text.unicodeScalars.allSatisfy { $0.value < 256 }
                let value = isLatin1 ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
                fields.append((named.name, value))
            }
            for pattern in stub.request.bodyPatterns where chance(80) {
                if case .equalToJSON(let value, _) = pattern {
                    body = value.renderedBytes(chance(50) ? .pretty : .compact)
                }
                if case .equalTo(let text, _) = pattern { body = Array(text.utf8) }
                if case .binaryEqualTo(let bytes) = pattern { body = bytes }
            }
            for named in stub.request.cookies where chance(80) {
                if case .equalTo(let text, _) = named.pattern {
                    fields.append(("Cookie", Array("\(named.name)=\(text)".utf8)))
                }
            }
            for named in stub.request.formParameters where chance(80) {
                guard case .equalTo(let text, _)? = named.pattern.patterns.first else { continue }
                body = Array(QueryPair.encode([QueryPair(named.name, text)]).utf8)
                fields.append(("content-type", Array("application/x-www-form-urlencoded; charset=utf-8".utf8)))
            }
            if case .equalTo(let text, _)? = stub.request.host { fields.insert(("Host", Array(text.utf8)), at: 0) }
            for named in stub.request.queryParameters where chance(80) {
                guard case .equalTo(let text, _)? = named.pattern.patterns.first else { continue }
                let pair = QueryPair.encode([QueryPair(named.name, text)])
                target += target.contains("?") ? "&\(pair)" : "?\(pair)"
            }
        }
        if chance(5) { target = pick(["http://h", "http://h?q=1", "http://h\(target)"]) }
        if chance(2) { (method, target) = ("OPTIONS", "*") }
        if chance(1) { (method, target) = ("CONNECT", "h:1") }
        return ReceivedRequest(raw: method, target, fields: fields, body: body)
    }

    private mutating func path(of url: URLPattern) -> String? {
        switch url {
        case .any, .urlPattern, .urlPathPattern: return nil
        case .url(let text), .urlPath(let text): return text.text
        case .urlPathTemplate(let template):
            return template.tokens.map { token in
                switch token {
                case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
                case .parameter: pick([segment(), pick(Self.escapedTexts)])
                case .wildcard: pick(["", "a", "/", "a/b"])
                }
            }.joined()
        }
    }
}

extension ReceivedRequest {
    /// A request with these bytes, whatever they are.
    init(raw method: String, _ target: String, fields: [(String, [UInt8])] = [], body: [UInt8] = []) {
        var head = Array("\(method) \(target) HTTP/1.1\r\n".utf8)
        let start = method.utf8.count + 1
        let whole = start..<start + target.utf8.count
        var places: [FieldPlace] = []
        for (name, value) in fields {
            let begin = UInt32(head.count)
            head += Array("\(name): ".utf8) + value + [13, 10]
            let valueStart = begin + UInt32(name.utf8.count) + 2
            places.append(
                FieldPlace(
                    name: begin..<begin + UInt32(name.utf8.count), value: valueStart..<valueStart + UInt32(value.count))
            )
        }
        let parts = head.withUnsafeBufferPointer {
            RequestTarget($0, in: whole, isConnect: method == "CONNECT", isOptions: method == "OPTIONS")
        }
        guard let parts else { fatalError("no target: \(target)") }
        self.init(
            head: head, methodRange: 0..<method.utf8.count, target: parts, version: .http11, fields: places, body: body)
    }
}
