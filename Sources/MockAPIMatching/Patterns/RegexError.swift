/// Why a regular expression cannot be used.
public struct RegexError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern as it was written.
    public var pattern: String
    /// The place of the mistake in Unicode scalars, counted from 0; `nil` where it could not be told.
    public var offset: Int?
    /// What is wrong, in one line without a full stop.
    public var message: String
    /// How to mend it, in one line without a full stop.
    public var hint: String?

    /// Makes an error; `offset` counts Unicode scalars from 0.
    public init(pattern: String, offset: Int?, message: String, hint: String? = nil) {
        self.pattern = pattern
        self.offset = offset
        self.message = message
        self.hint = hint
    }

    /// The text shown to people.
    public var description: String {
        let place = offset.map { " at character \($0 + 1)" } ?? ""
        return "invalid regular expression \(Quoted.text(pattern)): \(message)\(place)" + (hint.map { "; \($0)" } ?? "")
    }
}
