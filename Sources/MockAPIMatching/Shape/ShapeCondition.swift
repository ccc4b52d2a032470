import MockAPICore

/// One condition of a matcher.
indirect enum ShapeCondition: Sendable {
    /// `$type`: one of these types.
    case type([ShapeType])
    /// `$regex`: a string that matches as a whole.
    case regex(RegexPattern)
    /// `$date`: a date in this form.
    case date(DateShape)
    /// `$uuid`: a UUID as a string, in either letter case.
    case uuid
    /// `$oneOf`: one of these values.
    case oneOf([JSONValue])
    /// `$any`: any value; it has to be there.
    case any
    /// `$absent`: no such member.
    case absent
    /// `$null`: null; it has to be there.
    case null
    /// `$each`: an array whose elements are all like this, and how many there may be.
    case each(JSONValue, CountRange)
    /// `$contains`: an array with such an element, or a string with this part.
    case contains(JSONValue)
    /// `$unordered`: an array with these elements in any order.
    case unordered([JSONValue])
    /// `$approx`: a number near this one.
    case approx(JSONNumber, within: Double)
    /// `$length`: how many characters, elements or members there are.
    case length(CountRange)
    /// `$not`: a value that is not like this.
    case not(JSONValue)
    /// `$literal`: this object, its keys being what they are.
    case literal(JSONValue)
    /// `$matches`: a text, or the text of another value, that meets a pattern of stub files.
    case matches(ValuePattern)
}

/// How many there may be.
struct CountRange: Sendable, Hashable {
    var least = 0
    var most: Int?
    /// Whether the least was given, so that none is known to be right.
    var namesLeast = false

    func contains(_ count: Int) -> Bool { count >= least && count <= most ?? .max }

    /// The range in words: `3`, `at least 1`, `at most 3`, `1 to 3`.
    var explanation: String {
        switch (least, most) {
        case (let least, let most?) where least == most: "\(most)"
        case (0, let most?): "at most \(most)"
        case (let least, let most?): "\(least) to \(most)"
        case (let least, nil): "at least \(least)"
        }
    }
}

/// The types that `$type` names: those of JSON, and whole numbers, whatever way they are written (`1.0` is one).
enum ShapeType: String, Sendable, CaseIterable {
    case string, number, integer, boolean, array, object, null

    /// The type with its article.
    var explanation: String {
        switch self {
        case .string, .number, .boolean: "a \(rawValue)"
        case .integer, .array, .object: "an \(rawValue)"
        case .null: "null"
        }
    }

    func contains(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.number, .number), (.boolean, .bool), (.array, .array), (.object, .object),
            (.null, .null):
            true
        case (.integer, .number(let number)): number.isInteger
        default: false
        }
    }
}
