/// What may have gone wrong, for each kind of condition that does not hold.
enum Hints {
    static func method(_ pattern: MethodPattern, _ subject: MatchSubject) -> String? { nil }
    static func url(_ pattern: URLPattern, _ subject: MatchSubject) -> String? { nil }
    static func pathParameter(_ pattern: ValuePattern, _ input: MatchInput, _ log: MatchLog) -> String? { nil }
    static func query(
        _ named: NamedPattern<MultiValuePattern>, _ values: [String], _ subject: MatchSubject
    ) -> String? { nil }
    static func header(
        _ named: NamedPattern<MultiValuePattern>, _ values: [String], _ subject: MatchSubject
    ) -> String? { nil }
    static func body(_ pattern: ValuePattern, _ subject: MatchSubject) -> String? { nil }
}
