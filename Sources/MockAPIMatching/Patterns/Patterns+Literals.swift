public import MockAPICore

extension RegexPattern {
    /// Compiles a pattern that stands in code; one that is no regular expression ends the program.
    ///
    /// `init(_:)` throws instead, for patterns from elsewhere.
    public init(literal: StaticString) {
        do { try self.init("\(literal)") } catch { preconditionFailure(error.description) }
    }
}

extension PathTemplate {
    /// Reads a template that stands in code; one that is none ends the program.
    ///
    /// `init(_:)` throws instead, for templates from elsewhere.
    public init(literal: StaticString) {
        do { try self.init("\(literal)") } catch { preconditionFailure(error.description) }
    }
}

extension MethodPattern: ExpressibleByStringLiteral {
    /// One method; `ANY` is any.
    public init(stringLiteral value: String) { self = value == "ANY" ? .any : .one(HTTPMethod(value)) }

    /// The method `GET`.
    public static let get = MethodPattern.one(.get)
    /// The method `HEAD`.
    public static let head = MethodPattern.one(.head)
    /// The method `POST`.
    public static let post = MethodPattern.one(.post)
    /// The method `PUT`.
    public static let put = MethodPattern.one(.put)
    /// The method `PATCH`.
    public static let patch = MethodPattern.one(.patch)
    /// The method `DELETE`.
    public static let delete = MethodPattern.one(.delete)
    /// The method `OPTIONS`.
    public static let options = MethodPattern.one(.options)
}

extension ValuePattern: ExpressibleByStringLiteral {
    /// A text that has to be equal.
    public init(stringLiteral value: String) { self = .equalTo(value) }

    /// The whole text matches a regular expression that stands in code.
    public static func matches(_ regex: StaticString) -> ValuePattern { .matches(RegexPattern(literal: regex)) }

    /// The whole text does not match a regular expression that stands in code, or is absent.
    public static func doesNotMatch(_ regex: StaticString) -> ValuePattern {
        .doesNotMatch(RegexPattern(literal: regex))
    }

    /// The text is a path like a template that stands in code.
    public static func matchesPathTemplate(_ template: StaticString) -> ValuePattern {
        .matchesPathTemplate(PathTemplate(literal: template))
    }
}

extension MultiValuePattern: ExpressibleByStringLiteral {
    /// A text to which some value has to be equal.
    public init(stringLiteral value: String) { self = .any(.equalTo(value)) }

    /// Some value is this text.
    public static func equalTo(_ text: String, ignoringCase: Bool = false) -> MultiValuePattern {
        .any(.equalTo(text, ignoringCase: ignoringCase))
    }

    /// Some value has this part.
    public static func contains(_ part: String) -> MultiValuePattern { .any(.contains(part)) }

    /// Some value has no such part, or there is no value.
    public static func doesNotContain(_ part: String) -> MultiValuePattern { .any(.doesNotContain(part)) }

    /// Some value matches as a whole.
    public static func matches(_ regex: RegexPattern) -> MultiValuePattern { .any(.matches(regex)) }

    /// Some value matches a regular expression that stands in code as a whole.
    public static func matches(_ regex: StaticString) -> MultiValuePattern { .any(.matches(regex)) }

    /// Some value does not match as a whole, or there is no value.
    public static func doesNotMatch(_ regex: RegexPattern) -> MultiValuePattern { .any(.doesNotMatch(regex)) }

    /// Some value does not match a regular expression that stands in code as a whole, or there is no value.
    public static func doesNotMatch(_ regex: StaticString) -> MultiValuePattern { .any(.doesNotMatch(regex)) }

    /// Some value is a path like a template that stands in code.
    public static func matchesPathTemplate(_ template: StaticString) -> MultiValuePattern {
        .any(.matchesPathTemplate(template))
    }

    /// Some value is a path like a template.
    public static func matchesPathTemplate(_ template: PathTemplate) -> MultiValuePattern {
        .any(.matchesPathTemplate(template))
    }

    /// There is no value.
    public static var absent: MultiValuePattern { .any(.absent) }

    /// Whatever the values, and be there none.
    public static var anything: MultiValuePattern { .any(.anything) }

    /// Some value is JSON and equal to this one.
    public static func equalToJSON(
        _ document: JSONValue, _ options: JSONComparison.Options = .exact
    ) -> MultiValuePattern {
        .any(.equalToJSON(document, options))
    }

    /// All patterns hold for one and the same value.
    public static func and(_ patterns: [ValuePattern]) -> MultiValuePattern { .any(.and(patterns)) }

    /// One of the patterns at least holds for some value.
    public static func or(_ patterns: [ValuePattern]) -> MultiValuePattern { .any(.or(patterns)) }

    /// The pattern does not hold for some value; `.not(.absent)` asks for one.
    public static func not(_ pattern: ValuePattern) -> MultiValuePattern { .any(.not(pattern)) }
}
