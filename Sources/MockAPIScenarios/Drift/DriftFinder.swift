import MockAPIClient
import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Compares two runs of the same scenarios, one on stubs and one on a provider.
///
/// Where a step passes on stubs, the answer of the stub is compared with that of the provider: the status, the type of the
/// content, and of JSON the structure, which is the members of objects and the types of values. Lists are compared as far as
/// both go. A value that is `null` on one side, a value of the same type, and any other header count only where the step
/// fails on the provider for it.
struct DriftFinder {
    /// The two runs of a step.
    private struct Pair {
        var scenario: ScenarioReport
        var stubs: StepReport
        var provider: StepReport
        var stub: Stub?
    }

    private let files = WrittenStubs()
    private let allowsExtra: Bool
    private var drifts: [Drift] = []
    private var comparedSteps = 0

    /// Finds all drifts, in the order of the steps, and the number of steps that were compared; a drift that shows in
    /// several steps is told once.
    static func drifts(
        _ scenarios: [Scenario], onStubs: [ScenarioReport], onProvider: [ScenarioReport], allowsExtra: Bool
    ) -> (drifts: [Drift], comparedSteps: Int) {
        var finder = DriftFinder(allowsExtra: allowsExtra)
        let providerByPosition = Dictionary(onProvider.map { ($0.position, $0) }) { first, _ in first }
        for own in onStubs {
            guard let other = providerByPosition[own.position], scenarios.indices ~= own.position else { continue }
            finder.compare(own, other, scenarios[own.position].stubsByID)
        }
        return (finder.drifts, finder.comparedSteps)
    }

    private mutating func compare(_ own: ScenarioReport, _ other: ScenarioReport, _ stubs: [String: Stub]) {
        // The steps of both runs are the same, but one run may end before its last step.
        var others: [String: StepReport] = [:]
        for step in other.steps { others["\(step.location) \(step.title)"] = step }
        // What fails before all steps, such as a state, has no other side.
        for step in other.steps where step.number == 0 && step.status == .failed {
            compare(Pair(scenario: own, stubs: step, provider: step))
        }
        for step in own.steps where step.status == .passed {
            guard let other = others["\(step.location) \(step.title)"], other.status != .skipped else { continue }
            comparedSteps += 1
            compare(Pair(scenario: own, stubs: step, provider: other, stub: step.stub.flatMap { stubs[$0.id] }))
        }
    }

    private init(allowsExtra: Bool) { self.allowsExtra = allowsExtra }

    private mutating func compare(_ pair: Pair) {
        var isExplained = false
        if pair.stubs.number > 0, let own = pair.stubs.lastResponse, let other = pair.provider.lastResponse {
            isExplained = compare(own, other, pair)
        }
        guard pair.provider.status == .failed, !isExplained else { return }
        // Nothing in the answers tells why the step fails on the provider: an error of the network, a time, a request.
        let failure = pair.provider.failures.first
        add(
            Drift(
                part: .outcome, kind: .value, path: failure?.path, stubValue: failure?.expected ?? "an answer",
                providerValue: failure?.found ?? .string(failure?.message ?? "a failure"), isAsked: true,
                location: pair.stub?.location ?? failure?.location, stubName: "", steps: []),
            pair, [])
    }

    /// Compares two answers; whether that tells why the step fails on the provider.
    private mutating func compare(_ own: HTTPResponse, _ other: HTTPResponse, _ pair: Pair) -> Bool {
        let asked = pair.provider.failures
        var isAsked = false
        if own.status != other.status {
            isAsked = pair.provider.status == .failed
            // What comes with a status of another class is another thing altogether.
            let isAnother = own.status.code / 100 != other.status.code / 100
            add(
                Drift(
                    part: .status, kind: .value, stubValue: .integer(own.status.code),
                    providerValue: .integer(other.status.code), isAsked: isAsked, stubName: "", steps: []),
                pair, isAnother && other.json != nil ? [JSONPath()] : [])
            if isAnother { return isAsked }
        }
        isAsked = compareHeaders(own, other, asked, pair) || isAsked
        let (ownJSON, otherJSON) = (own.json, other.json)
        if let ownJSON, let otherJSON {
            let places = DriftPlaces(own: ownJSON, other: otherJSON, asked: askedPaths(asked, pair))
            for place in places.all where !(allowsExtra && place.kind == .extra && !place.isAsked) {
                add(
                    Drift(
                        part: .body, kind: place.kind, path: place.path.description,
                        moreElements: place.paths.count - 1, stubValue: place.own, providerValue: place.other,
                        isAsked: place.isAsked, stubName: "", steps: []),
                    pair, place.paths)
                isAsked = isAsked || place.isAsked
            }
        } else if ownJSON != nil
            || pair.provider.failures.contains(where: { [.body, .error, .json].contains($0.kind) }),
            own.text != other.text
        {
            add(
                Drift(
                    part: .body, kind: ownJSON != nil ? .type : .value, stubValue: ownJSON ?? .string(own.text),
                    providerValue: otherJSON ?? .string(other.text), isAsked: pair.provider.status == .failed,
                    stubName: "", steps: []),
                pair, [JSONPath()])
            isAsked = isAsked || pair.provider.status == .failed
        }
        return isAsked
    }

    private mutating func compareHeaders(
        _ own: HTTPResponse, _ other: HTTPResponse, _ asked: [StepFailure], _ pair: Pair
    ) -> Bool {
        var names = asked.filter { $0.kind == .headers }.compactMap(\.path)
        let isAsked = !names.isEmpty
        let types = [own, other].map { $0.headers["Content-Type"].flatMap { MediaType($0) }?.essence }
        let hasContent = !(own.body.bytes ?? []).isEmpty && !(other.body.bytes ?? []).isEmpty
        if types[0] != types[1], types[0] != nil, hasContent,
            !names.contains(where: { HTTPToken.equalsIgnoringCase($0, "Content-Type") })
        {
            names.append("Content-Type")
        }
        for name in names {
            let (left, right) = (own.headers[name], other.headers[name])
            let isAsked = asked.contains { $0.kind == .headers && $0.path == name }
            add(
                Drift(
                    part: .header(name), kind: left == nil ? .extra : right == nil ? .missing : .value, path: name,
                    stubValue: left.map { .string($0) }, providerValue: right.map { .string($0) }, isAsked: isAsked,
                    stubName: "", steps: []),
                pair, [])
        }
        return isAsked
    }

    /// The places of the body that a failure on the provider is about.
    private func askedPaths(_ failures: [StepFailure], _ pair: Pair) -> [JSONPath] {
        let prefix = pair.provider.modelPath?.components ?? []
        return failures.compactMap { failure in
            switch failure.kind {
            case .json: return failure.path.flatMap { try? JSONPath(parsing: $0) }
            case .model:
                return failure.path.flatMap { try? JSONPath(parsing: $0) }.map { JSONPath(prefix + $0.components) }
            case .error:
                let path = failure.found?["path"]?.string ?? (failure.path?.hasPrefix("$") == true ? failure.path : nil)
                return path.flatMap { try? JSONPath(parsing: $0) }
            case .capture: return failure.path.flatMap { try? JSONPath(parsing: $0) }
            default: return nil
            }
        }
    }

    /// Adds a drift at its place, or the step to one that is known.
    private mutating func add(_ drift: Drift, _ pair: Pair, _ places: [JSONPath]) {
        var drift = drift
        let written = pair.stub.flatMap { files.find($0) }
        drift.location =
            written.map { DriftLocation(written: $0).location(of: drift, places.first) } ?? pair.stub?.location
            ?? drift.location
        drift.stubName = pair.stub?.reference.description ?? "no stub"
        drift.steps = [
            Drift.Step(scenario: pair.scenario.name, title: pair.stubs.title, location: pair.stubs.location)
        ]
        let body = pair.provider.lastResponse?.json
        drift.target = pair.stub.map { stub in
            Drift.Target(stub: stub, places: places.map { ($0, body.flatMap($0.value(in:))) })
        }
        if let known = drifts.firstIndex(where: { $0.isSame(as: drift) }) {
            drifts[known].steps += drift.steps
            drifts[known].isAsked = drifts[known].isAsked || drift.isAsked
        } else {
            drifts.append(drift)
        }
    }
}

extension Drift {
    /// Whether both are about the same place of the same stub.
    fileprivate func isSame(as other: Drift) -> Bool {
        part == other.part && path == other.path && part != .outcome && target != nil
            && target?.stub.id == other.target?.stub.id && stubName == other.stubName
    }
}

extension StepReport {
    /// The response that came last.
    fileprivate var lastResponse: HTTPResponse? {
        for exchange in exchanges.reversed() {
            if case .response(let response) = exchange.outcome { return response }
        }
        return nil
    }
}

extension HTTPResponse {
    fileprivate var text: String { String(decoding: body.bytes ?? [], as: UTF8.self) }
    fileprivate var json: JSONValue? { body.bytes.flatMap { try? JSONValue(parsing: $0) } }
}

extension Scenario {
    /// All stubs of the scenario and its steps by their identity.
    var stubsByID: [String: Stub] {
        var stubs: [String: Stub] = [:]
        for stub in allStubs { stubs[stub.id] = stub }
        return stubs
    }
}
