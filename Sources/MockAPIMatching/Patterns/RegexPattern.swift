internal import Foundation

/// A regular expression that has to match a whole text; the dot matches line breaks, as in WireMock.
///
/// The syntax is that of ICU (`NSRegularExpression`), which is nearly that of Java. A pattern is compiled once. A match
/// that takes too long is ended as "no match" and noted in the `MatchLog`; neither this engine nor Swift's own has a time
/// limit of its own (CWE-1333).
public struct RegexPattern: Sendable, Hashable, CustomStringConvertible {
    /// The pattern as it was written.
    public let pattern: String
    private let compiled: CompiledRegex

    /// Compiles a pattern.
    ///
    /// - Throws: `RegexError` with the place of the mistake.
    public init(_ pattern: String) throws(RegexError) {
        self.pattern = pattern
        guard let compiled = CompiledRegex(pattern) else { throw RegexSyntax.error(in: pattern) }
        self.compiled = compiled
    }

    /// The text shown to people.
    public var description: String { pattern }

    /// Whether the whole text matches; `false` where the time limit was hit.
    public func matches(_ text: String) -> Bool { matches(text, log: MatchLog()) }

    /// Whether the whole text matches; a match that ran out of time is `false` and noted in `log`.
    public func matches(_ text: String, log: MatchLog) -> Bool { verdict(on: text, log: log) ?? false }

    /// Whether the whole text matches; `nil` where the time limit was hit, which is noted in `log`.
    ///
    /// What ran out of time once is not tried again on the same log and text, and later runaways get less time, so that
    /// many bad patterns cost little more than one.
    public func verdict(on text: String, log: MatchLog) -> Bool? {
        guard log.mayLook(at: text), !log.hasRunAway(pattern, on: text) else {
            log.noteUndecided()
            return nil
        }
        switch compiled.matches(text, limit: log.regexLimit) {
        case .matched: return true
        case .failed: return false
        case .timedOut:
            if log.isHasty { log.cutShort() } else { log.noteRunaway(pattern, on: text) }
            log.noteUndecided()
            return nil
        }
    }

    /// Where a repetition begins that repeats a repetition, as `(a+)+` does, in Unicode scalars counted from 0.
    ///
    /// A match may then take a time that grows exponentially with the text (CWE-1333). `nil` where none is found.
    package var nestedRepetition: Int? { RegexRepetition.nested(in: pattern) }

    /// Whether some part of the text matches, for a hint; compiled anew, since only a miss asks.
    func matchesPart(of text: String, log: MatchLog) -> Bool {
        guard log.mayLook(at: text), !log.hasRunAway(pattern, on: text) else { return false }
        guard let part = CompiledRegex(part: pattern) else { return false }
        switch part.matches(text, limit: log.isHasty ? .hasty : .afterRunaway) {
        case .matched: return true
        case .failed: return false
        case .timedOut:
            if log.isHasty { log.cutShort() }
            return false
        }
    }

    /// Whether both were written alike.
    public static func == (left: RegexPattern, right: RegexPattern) -> Bool {
        left.pattern.utf8.elementsEqual(right.pattern.utf8)
    }

    /// Feeds the pattern as it was written.
    public func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}

/// The compiled form; `NSRegularExpression` is immutable and may be used by several threads at once.
private final class CompiledRegex: @unchecked Sendable {
    enum Outcome { case matched, failed, timedOut }

    private let expression: NSRegularExpression

    init?(_ pattern: String) {
        // The pattern has to be valid as it stands: `a)|(b` would become valid between our own parentheses.
        if !pattern.isEmpty, Self.compile(pattern) == nil { return nil }
        // A trailing comment of `(?x)` or an unclosed `\Q` would swallow the end.
        let endings = [")\\z", "\n)\\z", "\\E)\\z"]
        guard let expression = endings.lazy.compactMap({ Self.compile("\\A(?:\(pattern)\($0)") }).first else {
            return nil
        }
        self.expression = expression
    }

    init?(part pattern: String) {
        guard let expression = Self.compile(pattern) else { return nil }
        self.expression = expression
    }

    private static func compile(_ pattern: String) -> NSRegularExpression? {
        try? NSRegularExpression(pattern: pattern, options: .dotMatchesLineSeparators)
    }

    func matches(_ text: String, limit: RegexLimit) -> Outcome {
        var outcome = Outcome.failed
        var stopwatch = RegexStopwatch(limit: limit)
        let whole = NSRange(location: 0, length: text.utf16.count)
        expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { found, _, stop in
            if found != nil {
                outcome = .matched
                stop.pointee = true
            } else if stopwatch.isOver() {
                outcome = .timedOut
                stop.pointee = true
            }
        }
        return outcome
    }
}
