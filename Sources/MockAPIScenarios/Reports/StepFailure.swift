public import MockAPICore

/// One expectation that did not hold.
public struct StepFailure: Sendable, Hashable {
    /// The kinds of failure; most are named after the key of the expectation.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The decoded model differs.
        case model
        /// The models that came, one after the other, differ.
        case values
        /// The call failed, did not fail, or failed in another way.
        case error
        /// The status of the response differs.
        case status
        /// A header of the response differs.
        case headers
        /// The response's body differs as JSON.
        case json
        /// The response's body differs as text.
        case body
        /// A transfer did not come as far as expected, or went back on its way.
        case progress
        /// What reached the other side differs.
        case sent
        /// The call took too short or too long a time.
        case elapsed
        /// There was nothing to capture at a path.
        case capture
        /// The parameters do not fit the request.
        case parameters
        /// A request met no stub.
        case unmatched
        /// The provider could not be brought into a state.
        case given
        /// The scenario's own server could not be started.
        case server
    }

    /// The kind.
    public var kind: Kind
    /// The place in what was found: a JSON path, the name of a header, a key of `sent` or `error`.
    public var path: String?
    /// What was expected; `nil` where nothing was.
    public var expected: JSONValue?
    /// What was found; `nil` where nothing was.
    public var found: JSONValue?
    /// Where `found` stands in the body that came.
    public var bodyPlace: BodyPlace?
    /// What `found` stands in, or is missing from, where that says more.
    public var surroundings: JSONValue?
    /// What is wrong, in one line without a full stop.
    public var message: String
    /// More about it, on lines of its own.
    public var details: String?
    /// The expectation that did not hold.
    public var location: FileLocation
    /// The outermost list without order that the place is in; `nil` where it is in none.
    var list: JSONPath?

    /// Makes a failure.
    public init(
        _ kind: Kind, at location: FileLocation, path: String? = nil, expected: JSONValue? = nil,
        found: JSONValue? = nil, bodyPlace: BodyPlace? = nil, surroundings: JSONValue? = nil, _ message: String,
        details: String? = nil
    ) {
        self.kind = kind
        self.path = path
        self.expected = expected
        self.found = found
        self.bodyPlace = bodyPlace
        self.surroundings = surroundings
        self.message = message
        self.details = details
        self.location = location
    }
}

/// A place in a body.
public struct BodyPlace: Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The column in Unicode scalars, counted from 1.
    public var column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The text shown to people.
    public var description: String { "line \(line), column \(column)" }
}

extension StepFailure {
    /// The message with what was expected and found, in one line.
    var summary: String {
        guard expected != nil || found != nil else { return message }
        return "\(message): expected \(TextReport.value(expected)), found \(TextReport.value(found))"
    }
}
