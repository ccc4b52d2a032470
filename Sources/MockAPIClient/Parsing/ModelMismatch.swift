/// Where, and how, a body differs from what the model needs.
public struct ModelMismatch: Sendable, Hashable, CustomStringConvertible {
    /// The place as a JSON path, such as `$[0].id`; of a missing key, the place where it should be.
    public var path: String
    /// What the model needs there: `object`, `array`, `string`, `number`, `integer`, `boolean`, or a sentence.
    public var expected: String
    /// The type of what is there, or `nothing`: `object`, `array`, `string`, `number`, `boolean`, `null`.
    public var foundType: String
    /// What is there, shortened; empty where there is nothing.
    public var foundValue: String
    /// The words of the decoder, where they say more.
    public var detail: String?

    /// Makes a mismatch.
    public init(path: String, expected: String, foundType: String, foundValue: String = "", detail: String? = nil) {
        self.path = path
        self.expected = expected
        self.foundType = foundType
        self.foundValue = foundValue
        self.detail = detail
    }

    /// Type and value of what is there, such as `string "42"`.
    public var found: String {
        foundValue.isEmpty || foundValue == foundType ? foundType : "\(foundType) \(foundValue)"
    }

    /// The text shown to people.
    public var description: String {
        "\(path): expected \(expected), found \(found)" + (detail.map { " (\($0))" } ?? "")
    }
}
