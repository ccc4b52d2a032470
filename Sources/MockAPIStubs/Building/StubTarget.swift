internal import MockAPICore
public import MockAPIMatching

/// Which targets a stub made in code answers: a path as the shorthand of stub files has it, or any other form of a URL.
///
///     Stub(.get, "/users/{id}") { .text("hello") }
///     Stub(.get, "/users?page=1") { .text("first") }
///     Stub(.get, .urlPathPattern("/users/[0-9]+")) { .text("hello") }
public struct StubTarget: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The form of the URL.
    public var url: URLPattern
    /// The query pairs that are asked for.
    public var queryParameters: [NamedPattern<MultiValuePattern>]

    /// Makes a target of a form of a URL.
    public init(_ url: URLPattern) {
        self.url = url
        queryParameters = []
    }

    /// Reads a path with or without a query, as in the shorthand `GET /users/{name}/repos?page=1`.
    ///
    /// A path with braces is a template; each pair of the query has to be there, and further ones are allowed.
    ///
    /// - Throws: `PathTemplateError` where the path has braces and is no template.
    public init(path text: String) throws(PathTemplateError) {
        let path = text.utf8.prefix { $0 != UInt8(ascii: "?") }
        let isTemplate = path.contains(UInt8(ascii: "{")) || path.contains(UInt8(ascii: "}"))
        let pathText = String(Substring(path))
        url = isTemplate ? .urlPathTemplate(try PathTemplate(pathText)) : .urlPath(EncodedText(pathText))
        let query = text.utf8[path.endIndex...].dropFirst()
        queryParameters = query.isEmpty ? [] : .asked(by: QueryPair.parse(query))
    }

    /// Reads a path that stands in code; braces that make no template end the program.
    ///
    /// `init(path:)` throws instead, for paths from elsewhere.
    public init(stringLiteral value: String) {
        do { try self.init(path: value) } catch { preconditionFailure(error.description) }
    }

    /// Any target.
    public static let any = StubTarget(.any)

    /// Path and query, the order of its pairs included.
    public static func url(_ text: String) -> StubTarget { StubTarget(.url(EncodedText(text))) }

    /// Path and query match a regular expression as a whole.
    public static func urlPattern(_ regex: RegexPattern) -> StubTarget { StubTarget(.urlPattern(regex)) }

    /// Path and query match a regular expression that stands in code.
    public static func urlPattern(_ regex: StaticString) -> StubTarget { .urlPattern(RegexPattern(literal: regex)) }

    /// The path, whatever the query.
    public static func urlPath(_ text: String) -> StubTarget { StubTarget(.urlPath(EncodedText(text))) }

    /// The path matches a regular expression as a whole, whatever the query.
    public static func urlPathPattern(_ regex: RegexPattern) -> StubTarget { StubTarget(.urlPathPattern(regex)) }

    /// The path matches a regular expression that stands in code, whatever the query.
    public static func urlPathPattern(_ regex: StaticString) -> StubTarget {
        .urlPathPattern(RegexPattern(literal: regex))
    }

    /// The path is like a template, whatever the query.
    public static func urlPathTemplate(_ template: PathTemplate) -> StubTarget {
        StubTarget(.urlPathTemplate(template))
    }
}
