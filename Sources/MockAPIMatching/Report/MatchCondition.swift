internal import MockAPICore

/// One condition of a request pattern, held against a request.
public struct MatchCondition: Sendable, Hashable {
    /// Whether a condition holds; the raw value is that of the JSON form.
    public enum Verdict: String, Sendable, Hashable {
        /// It holds.
        case passed
        /// It does not.
        case failed
    }

    /// What is looked at: `method`, `url`, `host`, `port`, `scheme`, `clientIp`, `path.id`, `query.page`,
    /// `header.Accept`, `cookie.session`, `basicAuth`, `form.name`, `body[0]`.
    public var part: String
    /// Whether it holds.
    public var verdict: Verdict
    /// What is expected, such as `equal to "1"`.
    public var expected: String
    /// The values found, long ones cut; empty where there is none.
    public let foundValues: [String]
    /// What may have gone wrong and how to mend it, in one line without a full stop.
    public var hint: String?
    /// Where a JSON value is not as expected.
    public var differences: [JSONDifference]

    /// Makes a condition with its verdict.
    public init(
        part: String, verdict: Verdict, expected: String, found: [String] = [], hint: String? = nil,
        differences: [JSONDifference] = []
    ) {
        self.part = part
        self.verdict = verdict
        self.expected = expected
        foundValues = found.map { Excerpt.of($0, limit: 1_000) }
        // Of the whole values, so that it tells their own lengths.
        let isPlain = ["method", "port", "basicAuth"].contains(part)
        foundText = Self.text(of: found, asItIs: isPlain || !differences.isEmpty)
        self.hint = hint
        self.differences = differences
    }

    /// The value found, several ones separated by commas; `nil` where there is none.
    public var found: String? { foundValues.isEmpty ? nil : foundValues.joined(separator: ", ") }

    /// The values found for people: between quotes, but methods, ports, users and JSON as they are; `nothing` where there
    /// is none.
    public let foundText: String

    private static func text(of found: [String], asItIs: Bool) -> String {
        if found.isEmpty { return "nothing" }
        return asItIs ? Quoted.plain(found.joined(separator: ", "), limit: 200) : Quoted.list(found)
    }

    /// Whether the value is one that must not be shown in passing, such as a password.
    var isSecret: Bool {
        part.hasPrefix("cookie.")
            || ["authorization", "proxy-authorization", "cookie", "set-cookie"].contains { name in
                HTTPToken.equalsIgnoringCase(part, "header.\(name)")
            }
    }
}
