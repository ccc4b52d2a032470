/// Why no stub file can say what a stub made in code is.
public struct StubPrintingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What cannot be said, in one line without a full stop.
    public var message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The text shown to people.
    public var description: String { message }
}
