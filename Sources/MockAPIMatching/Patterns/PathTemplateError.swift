/// Why a path template cannot be used.
public struct PathTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The template as it was written.
    public var text: String
    /// The place of the mistake in Unicode scalars, counted from 0.
    public var offset: Int
    /// What is wrong, in one line without a full stop.
    public var message: String

    /// Makes an error; `offset` counts Unicode scalars from 0.
    public init(text: String, offset: Int, message: String) {
        self.text = text
        self.offset = offset
        self.message = message
    }

    /// The text shown to people.
    public var description: String {
        "invalid path template \(Quoted.text(text)): \(message) at character \(offset + 1)"
    }
}
