public import MockAPICore

/// Compares a JSON value with the expected one, exactly: numbers by their value, strings by Unicode scalars, objects
/// without order, `null` unlike a missing member.
///
/// The work is bounded: arrays without order are paired by a hash where they can be, and otherwise by a limited number
/// of comparisons; beyond it they count as different, with one difference of kind `tooLarge`.
///
/// A comparison belongs to one thread, as its log does.
public struct JSONComparison {
    /// What may differ.
    public struct Options: Sendable, Hashable {
        /// Arrays are compared as bags, at every depth; each element is paired with one other.
        public var ignoreArrayOrder: Bool
        /// Objects may have more members and arrays more elements than expected, at every depth.
        ///
        /// In arrays with order the further elements are those at the end.
        public var ignoreExtraElements: Bool
        /// Objects may have more members than expected, at every depth; arrays may not have more elements.
        public var objectsMayHaveMore: Bool
        /// The strings in the expected document that stand for something else; `nil` where all of them are plain.
        public var placeholders: JSONPlaceholders?
        /// The objects in the expected document that stand for something else; `nil` where all of them are plain.
        public var matchers: ShapeMatchers?

        /// Makes options; without arguments nothing may differ.
        public init(
            ignoreArrayOrder: Bool = false, ignoreExtraElements: Bool = false, objectsMayHaveMore: Bool = false,
            placeholders: JSONPlaceholders? = nil, matchers: ShapeMatchers? = nil
        ) {
            self.placeholders = placeholders
            self.matchers = matchers
            self.ignoreArrayOrder = ignoreArrayOrder
            self.ignoreExtraElements = ignoreExtraElements
            self.objectsMayHaveMore = objectsMayHaveMore
        }

        /// Nothing may differ.
        public static let exact = Options()
        /// The expected objects may leave members out; arrays are equal in length and order.
        public static let subset = Options(objectsMayHaveMore: true)

        /// Whether this is what `matchesShape` asks for, and not `equalToJson`.
        public var isShape: Bool { objectsMayHaveMore }

        /// Whether a regular expression is run.
        var usesRegex: Bool { placeholders?.usesRegex ?? false || matchers?.usesRegex ?? false }

        var allowsExtraMembers: Bool { ignoreExtraElements || objectsMayHaveMore }

        var explanation: String {
            let words = [
                ignoreArrayOrder ? "in any order" : nil, ignoreExtraElements ? "extra elements allowed" : nil,
                objectsMayHaveMore && !ignoreExtraElements ? "extra members allowed" : nil,
            ].compactMap(\.self)
            return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
        }
    }

    /// Tells whether an expected value stands for a matcher; `nil` where it is a plain value.
    public typealias MatcherSource = @Sendable (JSONValue) -> (any JSONMatcher)?

    /// What may differ.
    public var options: Options
    /// The matchers in the expected value; `nil` where all of it is plain.
    public var matcher: MatcherSource?
    /// How many differences are listed at most; comparing stops there.
    public var differenceLimit = 100
    /// What comparing noticed, such as a regular expression that ran away.
    public let log: MatchLog

    /// Makes a comparison; unless there is a `matcher`, the matchers or placeholders of the options are looked for.
    public init(_ options: Options = .exact, matcher: MatcherSource? = nil, log: MatchLog = MatchLog()) {
        self.options = options
        self.log = log
        if let matcher {
            self.matcher = matcher
        } else if let matchers = options.matchers {
            self.matcher = { matchers.matcher($0) }
        } else if let placeholders = options.placeholders {
            self.matcher = { placeholders.placeholder($0) }
        }
    }

    /// Whether the value found is as expected.
    public func matches(expected: JSONValue, found: JSONValue) -> Bool {
        if matcher == nil, expected == found { return true }
        if matcher == nil, options == .exact { return false }
        var walker = JSONWalker(self)
        return walker.isEqual(expected, found)
    }

    /// Where the value found is not as expected, in document order; empty exactly where `matches` holds.
    public func differences(expected: JSONValue, found: JSONValue, at path: JSONPath = JSONPath()) -> [JSONDifference] {
        if matches(expected: expected, found: found) { return [] }
        var walker = JSONWalker(self)
        walker.collect(expected, found, expectedPath: path, path: path)
        return walker.differences
    }

    /// Where the value found is not as expected, in document order.
    public static func differences(
        expected: JSONValue, found: JSONValue, options: Options = .exact
    ) -> [JSONDifference] {
        JSONComparison(options).differences(expected: expected, found: found)
    }

    /// How far the value found is from the expected one: 0 where it is as expected, below 1 where something is.
    public func distance(expected: JSONValue, found: JSONValue) -> Double {
        if matches(expected: expected, found: found) { return 0 }
        var walker = JSONWalker(self)
        let wrong = walker.distance(expected, found)
        let size = max(1, walker.weight(expected) + walker.weight(found))
        return min(1, max(0.01, Double(wrong) / Double(size)))
    }
}
