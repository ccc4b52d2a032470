public import MockAPICore
import MockAPIStubs

/// One place where a provider does not say what a stub says.
public struct Drift: Sendable {
    /// The parts of an answer that are compared.
    public enum Part: Sendable, Hashable {
        case status
        case header(String)
        case body
        /// What became of the call, where no part of an answer tells.
        case outcome
    }

    /// The ways in which a part differs.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The stub has it and the provider has not.
        case missing
        /// The provider has it and the stub has not.
        case extra
        /// The JSON types differ, where the stub has an integer and the provider none, or where one of them sends no JSON.
        case type
        /// The values differ, and an expectation asks for it.
        case value
        /// The provider has a key of an object more than once.
        case repeated
    }

    /// A step in which it shows.
    public struct Step: Sendable, Hashable {
        /// The name of the scenario.
        public var scenario: String
        /// The step's number and name.
        public var title: String
        /// Where the step begins.
        public var location: FileLocation
    }

    /// What differs.
    public var part: Part
    /// How it differs.
    public var kind: Kind
    /// The place in the body as a JSON path, or the name of the header; `nil` for the status and the whole.
    public var path: String?
    /// At how many more elements of a list the same differs.
    public var moreElements = 0
    /// What the stub says; `nil` where it says nothing, and where the call differs.
    public var stubValue: JSONValue?
    /// What the scenario expects where the call differs; `nil` where it names no value.
    public var expectedValue: JSONValue?
    /// What the provider says; `nil` where it says nothing.
    public var providerValue: JSONValue?
    /// What is to be said beside the values, such as why a content is no JSON; `nil` for nothing.
    public var detail: String?
    /// Whether a step that passes on stubs fails on the provider for it.
    public var isAsked: Bool
    /// Where the stub says it; in a body file where the content stands in one.
    public var location: FileLocation?
    /// The stub, as reports name it.
    public var stubName: String
    /// The steps in which it shows, in their order.
    public var steps: [Step]

    /// The stub and the places in its content, for who mends it.
    var target: Target?

    /// What is to be changed in a stub.
    struct Target: Sendable {
        /// The answer of the provider, and the stub that stands for it.
        var answer: ProviderAnswer
        var change: Change
    }

    /// The ways of making a stub say what a provider says.
    enum Change: Sendable {
        /// The status alone.
        case status
        /// The status, the content and its type.
        case answer
        /// The content and its type.
        case content
        /// Values in the content.
        case body([JSONEdits.Change])
        /// The values of a header field.
        case header(String, [String])
        /// There is none, for a reason.
        case none(String)
    }

    /// What differs, in one line without a full stop.
    public var message: String {
        let place =
            switch part {
            case .status: "the status"
            case .header(let name): "the header \(name)"
            case .body: path ?? "the content"
            case .outcome: "the step"
            }
        if part == .outcome {
            var text = "the step fails on the provider: \(detail ?? "it has no answer")"
            if let expectedValue { text += ": expected \(TextReport.value(expectedValue))" }
            guard let providerValue else { return text }
            return "\(text)\(expectedValue == nil ? ":" : ",") found \(TextReport.value(providerValue))"
        }
        let more = moreElements > 0 ? " (and at \(moreElements) more elements)" : ""
        let (own, other) = (TextReport.value(stubValue), TextReport.value(providerValue))
        let values = "the stub has \(own), the provider \(other)"
        if part == .body, path == nil, let detail { return "\(place) \(detail): \(values)" }
        let rest = (detail.map { " (\($0))" } ?? "") + more
        switch kind {
        case .missing: return "\(place) is missing: the stub has \(own), the provider has none\(rest)"
        case .extra: return "\(place) is extra: the provider has \(other), the stub has none\(rest)"
        case .type: return "\(place) is of another type: \(values)\(rest)"
        case .value: return "\(place) differs: \(values)\(rest)"
        case .repeated: return "\(place) is there more than once: \(values)\(rest)"
        }
    }
}
