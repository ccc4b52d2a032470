import Foundation
import MockAPIClient
import Testing

@Suite struct `The URL of a request` {
    private func url(_ base: String, _ path: String, _ parameters: Parameters = [:]) throws -> String {
        let request = TestRequest<EmptyResponse>(base: .url(base), path: path, parameters: parameters)
        return try Client().makeRequest(request).url.absoluteString
    }

    @Test(
        arguments: [
            ("http://h", "", "http://h/"), ("http://h/", "", "http://h/"), ("http://h", "/", "http://h/"),
            ("http://h", "a", "http://h/a"), ("http://h", "/a", "http://h/a"), ("http://h/", "a", "http://h/a"),
            ("http://h/", "/a", "http://h/a"), ("http://h//", "//a", "http://h/a"), ("http://h/v1", "", "http://h/v1"),
            ("http://h/v1/", "", "http://h/v1/"), ("http://h/v1", "/", "http://h/v1/"),
            ("http://h/v1", "a/b", "http://h/v1/a/b"), ("http://h/v1", "/a/b/", "http://h/v1/a/b/"),
            ("http://h/v1/", "a", "http://h/v1/a"), ("http://h/v1/", "/a", "http://h/v1/a"),
            ("http://h:80/v1", "a//b", "http://h:80/v1/a//b"), ("HTTPS://H.example", "a", "https://H.example/a"),
            ("http://[::1]:8080/x", "y", "http://[::1]:8080/x/y"),
        ])
    func `has one slash between base and path, whatever slashes either side has`(
        base: String, path: String, expected: String
    ) throws {
        #expect(try url(base, path) == expected)
    }

    @Test(
        arguments: [
            ("a b", "/a%20b"), ("a%20b", "/a%20b"), ("a%2Fb", "/a%2Fb"), ("a%2fb", "/a%2fb"), ("50%", "/50%25"),
            ("%zz", "/%25zz"), ("%2", "/%252"), ("ü", "/%C3%BC"), ("日本", "/%E6%97%A5%E6%9C%AC"),
            ("a+b", "/a+b"), ("a&b=c;d,e:f@g!$'()*~-._", "/a&b=c;d,e:f@g!$'()*~-._"), ("{x}", "/%7Bx%7D"),
            ("a\\b|c^d`e\"<>", "/a%5Cb%7Cc%5Ed%60e%22%3C%3E"), ("a\r\nb", "/a%0D%0Ab"), ("[1]", "/%5B1%5D"),
            ("a#b", "/a"),
        ])
    func `escapes in a path what may not stand there, and no escape twice`(path: String, expected: String) throws {
        #expect(try url("http://h", path) == "http://h" + expected)
    }

    @Test(
        arguments: [
            ("http://h?k=v", "a", "http://h/a?k=v&p=1"), ("http://h/b?k=v", "?x=y", "http://h/b?k=v&x=y&p=1"),
            ("http://h", "a?x=y", "http://h/a?x=y&p=1"), ("http://h", "a?x=a b&y=%20", "http://h/a?x=a%20b&y=%20&p=1"),
            ("http://h", "a?", "http://h/a?p=1"), ("http://h", "a?q=/?:@", "http://h/a?q=/?:@&p=1"),
            ("http://h?k=v#frag", "a#frag", "http://h/a?k=v&p=1"),
        ])
    func `keeps the queries of base and path before the parameters`(base: String, path: String, expected: String) throws
    {
        #expect(try url(base, path, ["p": 1]) == expected)
    }

    @Test(
        arguments: [
            "", "h/a", "/a", "ftp://h/a", "http://", "http:///a", "http://h:99999/", "http://h:x/", "http://a b/",
            "http://u:p@h/", "http://münchen.example/", "mailto:x@h",
        ])
    func `must be absolute, http or https, with a host in ASCII, else the request is invalid`(base: String) {
        let error = #expect(throws: APIError.self) { try url(base, "/a") }
        #expect(error?.kind.name == "invalidRequest")
        #expect(error?.phase == .building)
    }

    @Test func `with a path segment from elsewhere is safe once that is escaped`() throws {
        let name = PercentCoding.encode("a/b?c#d%2F", for: .pathSegment)
        #expect(try url("http://h", "/users/\(name)/repos") == "http://h/users/a%2Fb%3Fc%23d%252F/repos")
    }
}
