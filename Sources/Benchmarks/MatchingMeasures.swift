import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Finding the stub of a request, from few stubs to many, and what belongs to it.
enum MatchingMeasures {
    /// What tells the stubs of a measure apart.
    enum Kind: String, CaseIterable {
        case paths, query, header, body

        /// The request pattern of a stub.
        fileprivate func pattern(_ number: Int) -> RequestPattern {
            switch self {
            case .paths: RequestPattern(method: .one(.get), url: .urlPath(EncodedText("/stub/r\(number)/items")))
            case .query:
                RequestPattern(
                    method: .one(.get), url: .urlPath("/search"),
                    queryParameters: [NamedPattern("q", .any(.equalTo("v\(number)")))])
            case .header:
                RequestPattern(
                    method: .one(.get), url: .urlPath("/header"),
                    headers: [NamedPattern("X-Key", .any(.equalTo("k\(number)")))])
            case .body:
                RequestPattern(
                    method: .one(.post), url: .urlPath("/body"), bodyPatterns: [.equalToJSON(["id": .integer(number)])])
            }
        }

        /// A request that the stub of a number answers.
        fileprivate func request(_ number: Int) -> ReceivedRequest {
            switch self {
            case .paths: ReceivedRequest("GET", "/stub/r\(number)/items")
            case .query: ReceivedRequest("GET", "/search", query: "q=v\(number)")
            case .header: ReceivedRequest("GET", "/header", field: ("X-Key", "k\(number)"))
            case .body: ReceivedRequest("POST", "/body", body: #"{"id":\#(number)}"#)
            }
        }
    }

    static var all: [Measure] {
        Kind.allCases.flatMap { kind in [10, 1000, 100_000].map { match(kind, $0) } } + [
            Measure("index: build of 100,000 stubs") {
                let stubs = try Self.stubs(100_000)
                return Measure.Subject { rounds in
                    for _ in 0..<rounds { keep(StubSet(stubs)) }
                }
            },
            Measure("index: 100,000 stubs made in code") { rounds in
                for _ in 0..<rounds { keep((0..<100_000).map(Self.stubInCode)) }
            },
            Measure("index: 100,000 stubs added one by one") {
                let stubs = (0..<100_000).map(Self.stubInCode)
                return Measure.Subject { rounds in
                    for _ in 0..<rounds {
                        let engine = StubEngine()
                        for stub in stubs { engine.add(stub) }
                        keep(engine)
                    }
                }
            },
            explanation(of: ReceivedRequest("GET", "/stub/r77777/item"), "a path that is no stub's", .paths),
            explanation(of: ReceivedRequest("GET", "/search", query: "q=w77777"), "a query that is no stub's", .query),
            explanation(
                of: ReceivedRequest("POST", "/body", body: #"{"id":"77777"}"#), "a body that is no stub's", .body),
            Measure(
                "json: compare 1,000 elements in order", preparing: { try comparison(1000, JSONComparison.Options()) }),
            Measure(
                "json: compare 500 elements in any order",
                preparing: { try comparison(500, JSONComparison.Options(ignoreArrayOrder: true)) }),
        ]
    }

    private static func match(_ kind: Kind, _ count: Int) -> Measure {
        Measure("match: one of \(grouped(count)) stubs by \(kind.rawValue)") {
            let engine = StubEngine(stubs: Self.stubs(count, kind))
            // Few of many are asked for, as many for all counts, in an order that no cache likes.
            let requests = (0..<1000).map { kind.request($0 * 7919 % count) }
            return Measure.Subject { rounds in
                for round in 0..<rounds {
                    guard case .prepared(let stub, let response) = engine.attempt(requests[round % requests.count])
                    else {
                        throw UnexpectedResult(description: "no stub matches")
                    }
                    keep((stub, response))
                }
            }
        }
    }

    /// Why a request meets none of many stubs, as the text of the 404.
    private static func explanation(of request: ReceivedRequest, _ name: String, _ kind: Kind) -> Measure {
        Measure("explain: \(name), 100,000 stubs") {
            let engine = StubEngine(stubs: Self.stubs(100_000, kind))
            return Measure.Subject { rounds in
                for _ in 0..<rounds {
                    guard case .miss(let miss) = engine.attempt(request) else {
                        throw UnexpectedResult(description: "a stub matches")
                    }
                    keep(MissResponse.response(to: request, miss.report()))
                }
            }
        }
    }

    /// A list of objects compared with itself, the other way round where the order does not matter.
    private static func comparison(_ count: Int, _ options: JSONComparison.Options) throws -> Measure.Subject {
        let elements = (0..<count).map { number -> JSONValue in
            ["id": .integer(number), "name": .string("Hello-World-\(number)"), "tags": ["a", "b"], "fork": false]
        }
        let found = JSONValue.array(options.ignoreArrayOrder ? elements.reversed() : elements)
        let body = MatchInput.content(MatchContent(found.renderedBytes(.compact)))
        let pattern = ValuePattern.equalToJSON(.array(elements), options)
        return Measure.Subject { rounds in
            for _ in 0..<rounds {
                guard pattern.matches(body, log: MatchLog()) else {
                    throw UnexpectedResult(description: "the lists differ")
                }
            }
        }
    }

    private static func stubInCode(_ number: Int) -> Stub {
        Stub(.get, "/stub/r\(number)/items") { .json(["id": .integer(number), "name": "Hello-World"]) }
    }

    private static func grouped(_ count: Int) -> String {
        count < 1000 ? "\(count)" : "\(count / 1000),000"
    }

    private static func stubs(_ count: Int, _ kind: Kind) -> [Stub] {
        let answer = ResponsePlan(HTTPResponse(body: HTTPBody(String(repeating: "Hello-World ", count: 90))))
        return (0..<count).map { Stub(id: "\(kind.rawValue)-\($0)", request: kind.pattern($0), response: answer) }
    }

    /// Stubs on distinct paths with contents of their own, read from JSON.
    static func stubs(_ count: Int) throws -> [Stub] {
        try (0..<count).map { number in
            try Stub(
                parsing: """
                    {"request": {"method": "GET", "urlPath": "/stub/r\(number)/items"},
                     "response": {"jsonBody": [{"id": \(number), "name": "Hello-World-\(number)", "fork": false}]}}
                    """)
        }
    }
}

extension ReceivedRequest {
    /// A request, as a parser makes it.
    fileprivate init(
        _ method: String, _ path: String, query: String? = nil, field: (name: String, value: String)? = nil,
        body: String = ""
    ) {
        let target = query.map { "\(path)?\($0)" } ?? path
        var head = Array("\(method) \(target) HTTP/1.1\r\n".utf8)
        let line = head
        var fields: [FieldPlace] = []
        for (name, value) in [("Host", "127.0.0.1:8080")] + (field.map { [($0.name, $0.value)] } ?? []) {
            let start = UInt32(head.count)
            head += Array("\(name): \(value)\r\n".utf8)
            let end = start + UInt32(name.utf8.count)
            fields.append(FieldPlace(name: start..<end, value: end + 2..<UInt32(head.count) - 2))
        }
        let start = method.utf8.count + 1
        self.init(
            head: head, methodRange: 0..<start - 1,
            target: RequestTarget(originForm: line, in: start..<start + target.utf8.count), version: .http11,
            fields: fields, body: Array(body.utf8))
    }
}
