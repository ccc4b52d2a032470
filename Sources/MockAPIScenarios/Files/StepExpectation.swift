import MockAPICore

/// What a step expects; `nil` and empty parts are not checked.
struct StepExpectation: Sendable {
    /// The decoded model: a subset, or exactly.
    struct Model: Sendable {
        let value: ScenarioValue
        let isExact: Bool
    }

    /// The place of the expectation.
    var location: FileLocation
    var model: Model?
    /// The models in the order in which they came.
    var values: ScenarioValue?
    var error: ErrorExpectation?
    var status: ScenarioValue?
    var headers: [ExpectedMember] = []
    var json: ScenarioValue?
    var body: ScenarioValue?
    /// How far the transfers come.
    var progress: ProgressExpectation?
    var sent: SentExpectation?
    var elapsed: ElapsedExpectation?
}

/// The error that a call is expected to end with.
struct ErrorExpectation: Sendable {
    let location: FileLocation
    let kind: ScenarioValue
    var reason: ScenarioValue?
    var status: ScenarioValue?
    var body: ScenarioValue?
    /// The error object of the service.
    var model: ScenarioValue?
    var path: ScenarioValue?
    var expected: ScenarioValue?
    var found: ScenarioValue?
}

/// What the requests of a step are expected to be like when they arrive.
struct SentExpectation: Sendable {
    let location: FileLocation
    var method: ScenarioValue?
    var path: ScenarioValue?
    var query: [ExpectedMember] = []
    var headers: [ExpectedMember] = []
    var json: ScenarioValue?
    var body: ScenarioValue?
    /// The parts of a form, all of them in their order.
    var parts: ScenarioValue?
    /// How many requests are like this; `nil` means at least one.
    var times: ScenarioValue?

    /// Whether requests are described, and not only counted.
    var saysMoreThanTimes: Bool {
        !query.isEmpty || !headers.isEmpty || [method, path, json, body, parts].contains { $0 != nil }
    }
}

/// How long a call is expected to take.
struct ElapsedExpectation: Sendable {
    let location: FileLocation
    /// In seconds.
    var atLeast: ScenarioValue?
    /// In seconds.
    var atMost: ScenarioValue?
}
