import Foundation
import Testing

@testable import MockAPIClient

@Suite struct `Cache directives` {
    @Test func `are read without case, quoted or not, the first of two`() {
        let directives = CacheDirectives([
            "Cache-Control": "Max-Age=60, no-cache=\"a, b\" ,max-age=5", "cache-control": "private, ,max-stale, =1",
        ])
        #expect(directives.seconds("max-age") == 60)
        #expect(directives.contains("no-cache"))
        #expect(directives.contains("private"))
        #expect(directives.isBare("max-stale"))
        #expect(!directives.contains("b\""))
        #expect(!directives.contains(""))
        #expect(CacheDirectives(["Cache-Control": "max-age=\"7\""]).seconds("max-age") == 7)
    }

    @Test(arguments: ["max-age=-1", "max-age=1.5", "max-age=", "max-age", "max-age=a"])
    func `take an age that is no number for no time at all`(text: String) {
        #expect(CacheDirectives(["Cache-Control": text]).seconds("max-age") == 0)
    }

    @Test func `hold a large number down`() {
        let directives = CacheDirectives(["Cache-Control": "max-age=99999999999999999999999"])
        #expect(directives.seconds("max-age") == 2_147_483_648)
    }

    @Test func `heed Pragma only where there is no Cache-Control`() {
        #expect(CacheDirectives(["Pragma": "No-Cache"]).contains("no-cache"))
        #expect(!CacheDirectives(["Pragma": "no-cache", "Cache-Control": "max-age=1"]).contains("no-cache"))
    }
}

@Suite struct `The freshness of a stored response` {
    private let start: Double = 1_700_000_000

    private func entry(
        _ headers: HTTPFields, status: HTTPStatus = 200, requestTime: Double? = nil, responseTime: Double? = nil
    ) -> CacheEntry {
        CacheEntry(
            status: status, headers: headers, body: [], requestTime: requestTime ?? start,
            responseTime: responseTime ?? start, resource: "r")
    }

    private func date(_ offset: Int) -> String { HTTPDate.format(unixTime: Int(start) + offset) }

    @Test func `is max-age, before Expires, before a tenth of the time since the last change`() {
        let changed = date(-1000)
        #expect(entry(["Cache-Control": "max-age=60", "Expires": date(10), "Date": date(0)]).freshness == 60)
        #expect(entry(["Expires": date(10), "Date": date(0), "Last-Modified": changed]).freshness == 10)
        #expect(entry(["Expires": date(10)]).freshness == 10)
        #expect(entry(["Date": date(0), "Last-Modified": changed]).freshness == 100)
        #expect(entry([:]).freshness == 0)
    }

    @Test func `is none for an expiry that cannot be read or has passed`() {
        #expect(entry(["Expires": "0", "Last-Modified": date(-1000)]).freshness == 0)
        #expect(entry(["Expires": date(-5), "Date": date(0)]).freshness == 0)
    }

    @Test func `is a day at most where nothing says so, and none for a status that allows no guess`() {
        #expect(entry(["Date": date(0), "Last-Modified": date(-100_000_000)]).freshness == 86400)
        #expect(entry(["Date": date(0), "Last-Modified": date(5)]).freshness == 0)
        #expect(entry(["Date": date(0), "Last-Modified": date(-1000)], status: 302).freshness == 0)
    }

    @Test func `ends with the age, which counts the way, other caches and wrong clocks`() {
        #expect(entry([:]).age(at: start + 7) == 7)
        #expect(entry(["Age": "100"], requestTime: start - 4).age(at: start + 7) == 111)
        #expect(entry(["Date": date(-50), "Age": "10"]).age(at: start) == 50)
        #expect(entry(["Date": date(50)]).age(at: start + 1) == 1)
        #expect(entry(["Age": "10, 20"]).age(at: start) == 10)
        #expect(entry(["Age": "x"]).age(at: start) == 0)
        let stored = entry(["Cache-Control": "max-age=60", "Age": "20"])
        #expect(stored.isFresh(at: start + 39, for: CacheDirectives([:])))
        #expect(!stored.isFresh(at: start + 40, for: CacheDirectives([:])))
    }

    @Test(
        arguments: [
            ("max-age=60", "", 59, true), ("max-age=60", "", 60, false), ("max-age=60", "max-age=10", 11, false),
            ("max-age=60", "max-age=10", 10, true), ("max-age=60", "min-fresh=20", 40, true),
            ("max-age=60", "min-fresh=20", 41, false), ("max-age=60", "no-cache", 1, false),
            ("max-age=60, no-cache", "", 1, false), ("max-age=60", "max-stale", 9999, true),
            ("max-age=60", "max-stale=10", 70, true), ("max-age=60", "max-stale=10", 71, false),
            ("max-age=60, must-revalidate", "max-stale", 61, false),
            ("max-age=60, must-revalidate", "", 59, true),
        ])
    func `heeds what request and response say`(row: (String, String, Double, Bool)) {
        let stored = entry(["Cache-Control": row.0])
        #expect(stored.isFresh(at: start + row.2, for: CacheDirectives(["Cache-Control": row.1])) == row.3)
    }

    @Test func `is shown by the age`() {
        let request = HTTPRequest(.get, URL(fileURLWithPath: "/"))
        #expect(entry(["Age": "3"]).response(to: request, at: start + 5).headers[values: "Age"] == ["8"])
    }
}

@Suite struct `What is stored` {
    private func stored(
        _ status: HTTPStatus, _ headers: HTTPFields = [:], request: HTTPFields = [:], isExplicit: Bool = false
    ) -> CacheEntry? {
        StorageRules.entry(
            of: HTTPResponse(status, headers: headers),
            to: HTTPRequest(.get, URL(fileURLWithPath: "/"), headers: request), resource: "r", requestTime: 1,
            responseTime: 2, isExplicit: isExplicit)
    }

    @Test func `is never an error, a part, or what says no`() {
        for status in [400, 401, 404, 410, 429, 500, 503, 206, 304, 199] {
            #expect(stored(HTTPStatus(status), ["Cache-Control": "public, max-age=60"], isExplicit: true) == nil)
        }
        #expect(stored(200, ["Cache-Control": "no-store"]) == nil)
        #expect(stored(200, request: ["Cache-Control": "no-store"]) == nil)
        #expect(stored(200, ["Vary": "Accept, *"]) == nil)
    }

    @Test func `is what status or directives allow, redirects, and what a request asks for`() {
        #expect(stored(200) != nil)
        #expect(stored(200, ["Cache-Control": "no-cache"]) != nil)
        #expect(stored(302, ["Location": "/a"]) != nil)
        #expect(stored(302) == nil)
        #expect(stored(201) == nil)
        #expect(stored(201, ["Cache-Control": "max-age=1"]) != nil)
        #expect(stored(201, isExplicit: true) != nil)
    }

    @Test func `has no header of one connection, and no cookie`() {
        let entry = stored(
            200,
            [
                "Connection": "X-Hop, close", "X-Hop": "1", "Transfer-Encoding": "chunked", "Set-Cookie": "s=secret",
                "Keep-Alive": "5", "ETag": "\"1\"",
            ])
        #expect(entry?.headers == ["ETag": "\"1\""])
    }

    @Test func `depends on the headers that Vary names, whose values it does not hold`() throws {
        let headers: HTTPFields = ["Accept-Language": "de", "Authorization": "Bearer secret"]
        let entry = try #require(
            stored(200, ["Vary": "accept-language , Authorization, X-None"], request: headers))
        #expect(entry.selectors.map(\.name) == ["accept-language", "authorization", "x-none"])
        #expect(!"\(entry)".contains("secret"))
        #expect(entry.matches(headers))
        #expect(!entry.matches(["Accept-Language": "fr", "Authorization": "Bearer secret"]))
        #expect(!entry.matches(["Accept-Language": "de", "Authorization": "Bearer secret", "X-None": "1"]))
        #expect(!entry.matches([:]))
        #expect(entry.variant != stored(200)?.variant)
    }

    @Test func `takes what a 304 says, but for the description of the content`() throws {
        let entry = try #require(
            stored(200, ["ETag": "W/\"1\"", "Content-Type": "a/b", "X": "old", "Y": "old", "Age": "9"]))
        let answer = HTTPResponse(
            304,
            headers: [
                "ETag": "\"1\"", "Content-Type": "c/d", "X": "new", "Cache-Control": "max-age=5", "Connection": "a",
            ])
        let updated = try #require(entry.validated(by: answer, requestTime: 10, responseTime: 11))
        #expect(updated.headers["X"] == "new")
        #expect(updated.headers["Y"] == "old")
        #expect(updated.headers["Content-Type"] == "a/b")
        #expect(updated.headers["Age"] == nil)
        #expect(updated.headers["Connection"] == nil)
        #expect(updated.headers[values: "ETag"] == ["\"1\""])
        #expect(updated.freshness == 5)
        #expect(updated.responseTime == 11)
        let other = HTTPResponse(304, headers: ["ETag": "\"2\""])
        #expect(entry.validated(by: other, requestTime: 1, responseTime: 1) == nil)
    }
}

@Suite struct `The key of a stored response` {
    private func key(
        _ url: String, _ method: HTTPMethod = .get, headers: HTTPFields = [:], body: String = "",
        credentials: [String] = []
    ) throws -> CacheKey {
        let request = HTTPRequest(
            method, try #require(URL(string: url)), headers: headers, body: HTTPBody(body))
        return try #require(CacheKey(request, credentialHeaders: credentials))
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `is hashed by SHA-256`(row: (String, String)) { #expect(SHA256.hex(row.0) == row.1) }

    @Test func `is the same for URLs that mean the same`() throws {
        let plain = try key("http://host.example/~x/a?q=1").digest
        for url in [
            "http://HOST.example/~x/a?q=1", "http://host.example:80/~x/a?q=1", "http://host.example/%7Ex/a?q=1",
            "http://host.example/%7ex/a?q=%31", "http://host.example/b/../~x/./a?q=1", "HTTP://host.example/~x/a?q=1#f",
        ] {
            #expect(try key(url).digest == plain, "\(url)")
        }
        #expect(try key("http://h.example").digest == key("http://h.example/").digest)
        #expect(try key("http://h.example/a%2fb").digest == key("http://h.example/a%2Fb").digest)
    }

    @Test func `differs wherever the answer may differ`() throws {
        let keys = [
            try key("http://h.example/a"), try key("http://h.example/a", .head), try key("https://h.example/a"),
            try key("http://h.example:81/a"), try key("http://h.example/a/"), try key("http://h.example/a?"),
            try key("http://h.example/a?x=1&y=2"), try key("http://h.example/a?y=2&x=1"),
            try key("http://h.example/a?x=1&x=2"), try key("http://h.example/a?x=2&x=1"),
            try key("http://h.example/a%2Fb"), try key("http://h.example/a/b"),
            try key("http://h.example/a?x=%2B"), try key("http://h.example/a?x=+"),
            try key("http://h.example/a", .post, body: "1"), try key("http://h.example/a", .post, body: "2"),
            try key("http://h.example/a", .post), try key("http://h.example/a", headers: ["Accept": "a/b"]),
            try key("http://h.example/a", headers: ["Accept-Language": "de"]),
            try key("http://h.example/a", headers: ["Host": "other.example"]),
            try key("http://h.example/a", headers: ["Authorization": "A"]),
            try key("http://h.example/a", headers: ["Authorization": "B"]),
            try key("http://h.example/a", headers: ["Cookie": "A"]),
            try key("http://h.example/a", headers: ["access-token": "A"]),
            try key("http://h.example/a", headers: ["X-API-Key": "A"]),
            try key("http://h.example/a", headers: ["X-Me": "A"], credentials: ["x-me"]),
            CacheKey("mine"),
        ]
        #expect(Set(keys.map(\.digest)).count == keys.count)
        #expect(try key("http://h.example/a", headers: ["X-Me": "A"]).digest == keys[0].digest)
    }

    @Test func `shows no secret, neither whole nor as what a store sees`() throws {
        let headers: HTTPFields = [
            "Authorization": "Bearer secret-1", "Cookie": "session=secret-2", "access-token": "secret-3",
        ]
        let key = try key("http://h.example/a", headers: headers)
        #expect(!"\(key)".contains("secret"))
        #expect(key.digest.utf8.count == 64)
        let reordered = try self.key("http://h.example/a", headers: HTTPFields(headers.reversed()))
        #expect(reordered.digest == key.digest)
    }
}

@Suite struct `A store in memory` {
    private func entry(_ size: Int, resource: String = "r", selector: String? = nil) -> CacheEntry {
        CacheEntry(
            status: 200, headers: [:], body: [UInt8](repeating: 0, count: size - 256), requestTime: 1, responseTime: 1,
            resource: resource, selectors: selector.map { [.init(name: "a", digest: $0)] } ?? [])
    }

    @Test func `lets the least recently used go first`() {
        let store = MemoryCacheStore(sizeLimit: 3000)
        for key in ["a", "b", "c"] { store.store(entry(1000), for: key) }
        _ = store.entries(for: "a")
        store.store(entry(1000), for: "d")
        #expect(["a", "b", "c", "d"].map { store.entries(for: $0).count } == [1, 0, 1, 1])
        #expect(store.size == 3000)
        store.store(entry(3001), for: "e")
        #expect(store.entries(for: "e").isEmpty)
        #expect(store.size == 3000)
    }

    @Test func `keeps one entry for each variant and removes by key and by URL`() {
        let store = MemoryCacheStore()
        store.store(entry(300, selector: "1"), for: "a")
        store.store(entry(300, selector: "2"), for: "a")
        store.store(entry(400, selector: "2"), for: "a")
        store.store(entry(300, resource: "s"), for: "b")
        #expect(Set(store.entries(for: "a").map(\.size)) == [300, 400])
        store.removeEntries(of: "s")
        #expect(store.entries(for: "b").isEmpty)
        store.removeEntries(for: "a")
        #expect(store.size == 0)
        store.store(entry(300), for: "a")
        store.removeAll()
        #expect(store.entries(for: "a").isEmpty && store.size == 0)
    }
}
