/// Which request targets match.
///
/// Only the path and the query count, whatever the form of the target.
public enum URLPattern: Sendable, Hashable {
    /// Any target.
    case any
    /// Path and query, the order of its pairs included.
    case url(EncodedText)
    /// Path and query as they were sent match a regular expression.
    case urlPattern(RegexPattern)
    /// The path, whatever the query.
    case urlPath(EncodedText)
    /// The path as it was sent matches a regular expression, whatever the query.
    case urlPathPattern(RegexPattern)
    /// The path matches a template, whatever the query.
    case urlPathTemplate(PathTemplate)

    /// The parameters of the path, none for the forms without them; `nil` where the target does not match.
    public func match(_ subject: MatchSubject) -> [PathParameter]? {
        switch self {
        case .any: []
        case .url(let wanted): ByteText.equal(subject.normalizedPathAndQuery, wanted.normalized) ? [] : nil
        case .urlPath(let wanted): ByteText.equal(subject.normalizedPath, wanted.normalized) ? [] : nil
        case .urlPattern(let regex): regex.matches(subject.rawPathAndQuery, log: subject.log) ? [] : nil
        case .urlPathPattern(let regex): regex.matches(subject.rawPath, log: subject.log) ? [] : nil
        case .urlPathTemplate(let template): template.match(subject.normalizedPath)
        }
    }

    /// What is expected, such as `path equal to "/users"`.
    public var explanation: String {
        switch self {
        case .any: "any URL"
        case .url(let wanted): "path and query equal to \(Quoted.text(wanted.text))"
        case .urlPath(let wanted): "path equal to \(Quoted.text(wanted.text))"
        case .urlPattern(let regex): "path and query matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        case .urlPathPattern(let regex): "path matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        case .urlPathTemplate(let template): "path like \(Quoted.text(template.text))"
        }
    }

    /// Whether the query is part of what is compared.
    public var includesQuery: Bool {
        switch self {
        case .url, .urlPattern: true
        case .any, .urlPath, .urlPathPattern, .urlPathTemplate: false
        }
    }
}
