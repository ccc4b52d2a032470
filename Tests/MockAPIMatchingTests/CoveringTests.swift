import MockAPICore
import MockAPIMatching
import Testing

@Suite struct CoveringTests {
    private func template(_ text: String) -> URLPattern {
        (try? PathTemplate(text)).map { .urlPathTemplate($0) } ?? .any
    }

    private func query(_ pattern: MultiValuePattern) -> RequestPattern {
        RequestPattern(url: .urlPath("/a"), queryParameters: [NamedPattern("q", pattern)])
    }

    private func body(_ pattern: ValuePattern) -> RequestPattern { RequestPattern(bodyPatterns: [pattern]) }

    @Test func `methods are covered by those that allow them`() {
        let get = RequestPattern(method: .get)
        #expect(RequestPattern().covers(get))
        #expect(!get.covers(RequestPattern()))
        #expect(RequestPattern(method: .oneOf([.get, .put])).covers(get))
        #expect(RequestPattern(method: .noneOf([.put])).covers(RequestPattern(method: .noneOf([.put, .get]))))
        #expect(!RequestPattern(method: .noneOf([.put])).covers(RequestPattern(method: .noneOf([.get]))))
    }

    @Test(arguments: [
        ("/users/{id}", "/users/7", true), ("/users/{id}", "/users/{name}", true), ("/{a}/{b}", "/users/{name}", true),
        ("/users/{id}", "/{kind}/7", false), ("/users/{id}", "/users/7/x", false), ("/users/**", "/users/{id}/x", true),
        ("/users/{id}", "/users/{id}.json", true), ("/users/{id}.json", "/users/{id}", false), ("/{a}", "/", false),
        ("/users/**", "/{any}/x", false),
    ])
    func `a template covers what all its paths cover`(wide: String, narrow: String, covers: Bool) {
        let narrow: URLPattern = narrow.contains("{") ? template(narrow) : .urlPath(EncodedText(narrow))
        #expect(RequestPattern(url: template(wide)).covers(RequestPattern(url: narrow)) == covers)
    }

    @Test func `a path covers a URL with it, and a regular expression only what needs no look at the bytes`() throws {
        #expect(RequestPattern(url: .urlPath("/a")).covers(RequestPattern(url: .url("/a?b=1"))))
        #expect(!RequestPattern(url: .url("/a?b=1")).covers(RequestPattern(url: .urlPath("/a"))))
        let all = RequestPattern(url: .urlPathPattern(RegexPattern(literal: "/.*")))
        #expect(all.covers(RequestPattern(url: .urlPath("/a"))))
        #expect(!all.covers(RequestPattern()))
        // `/%61` is the path /a and does not match the expression.
        #expect(
            !RequestPattern(url: .urlPathPattern(RegexPattern(literal: "/a"))).covers(
                RequestPattern(url: .urlPath("/a"))))
    }

    @Test func `a query of a URL is known as a whole`() {
        let url = RequestPattern(url: .url("/a?q=1&r"))
        #expect(query(.equalTo("1")).covers(url))
        #expect(!query(.equalTo("2")).covers(url))
        #expect(!query(.absent).covers(url))
        #expect(RequestPattern(queryParameters: [NamedPattern("s", .absent)]).covers(url))
    }

    @Test func `conditions are covered by weaker ones on the same name`() {
        #expect(query(.matches("[0-9]+")).covers(query(.equalTo("7"))))
        #expect(!query(.matches("[0-9]+")).covers(query(.equalTo("x"))))
        #expect(query(.not(.absent)).covers(query(.contains("x"))))
        #expect(!query(.not(.absent)).covers(query(.doesNotContain("x"))))
        #expect(query(.contains("a")).covers(query(.contains("bab"))))
        #expect(query(.anything).covers(RequestPattern(url: .urlPath("/a"))))
        #expect(!query(.absent).covers(RequestPattern(url: .urlPath("/a"))))
        #expect(query(.includes(["1"])).covers(query(.hasExactly(["1", "2"]))))
        #expect(!query(.hasExactly(["1"])).covers(query(.includes(["1"]))))
        #expect(query(.equalTo("a", ignoringCase: true)).covers(query(.equalTo("A"))))
        #expect(!query(.equalTo("e\u{301}")).covers(query(.equalTo("é"))))
        #expect(!query(.not(.equalTo("e\u{301}"))).covers(query(.not(.equalTo("é")))))
        let header = RequestPattern(headers: [NamedPattern("ACCEPT", .contains("json"))])
        #expect(header.covers(RequestPattern(headers: [NamedPattern("accept", .equalTo("a/json"))])))
    }

    @Test func `JSON bodies are covered by looser comparisons`() {
        let loose = JSONComparison.Options(ignoreArrayOrder: true, ignoreExtraElements: true)
        #expect(body(.equalToJSON(["a": [1, 2]], loose)).covers(body(.equalToJSON(["a": [2, 1], "b": 3]))))
        #expect(!body(.equalToJSON(["a": 1])).covers(body(.equalToJSON(["a": 1], loose))))
        #expect(body(.equalToJSON(["a": 1], loose)).covers(body(.equalToJSON(["a": 1], loose))))
        #expect(!body(.equalToJSON(["a": 2], loose)).covers(body(.equalToJSON(["a": 1, "b": 2], loose))))
    }

    @Test func `parameters of like templates are one place, whatever their names`() {
        let digits = RequestPattern(
            url: template("/u/{id}"), pathParameters: [NamedPattern("id", .matches("[0-9]+"))])
        #expect(
            digits.covers(RequestPattern(url: template("/u/{n}"), pathParameters: [NamedPattern("n", .equalTo("7"))])))
        #expect(digits.covers(RequestPattern(url: .urlPath("/u/7"))))
        #expect(!digits.covers(RequestPattern(url: .urlPath("/u/x"))))
        #expect(!digits.covers(RequestPattern(url: template("/u/{n}"))))
    }
}
