public import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// What the scenarios of a run exercised: stubs that answered, requests of the catalog that were sent, and error kinds that
/// came as expected.
public struct Coverage: Sendable {
    /// What is counted; the raw values are those of `--require-coverage`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The stubs that the scenarios name.
        case stubs
        /// The typed requests of the catalog.
        case requests
        /// The kinds of error.
        case errors

        /// What is counted, for people.
        var noun: String { self == .errors ? "error kinds" : rawValue }
    }

    /// One thing that can be exercised.
    public struct Item: Sendable, Hashable {
        /// The name.
        public var name: String
        /// Where it stands, for a stub of a file.
        public var location: FileLocation?
        /// Whether a step exercised it.
        public var isCovered: Bool
    }

    /// The things of each kind in their order.
    public private(set) var items: [Kind: [Item]] = [:]

    /// Counts what the steps of a run exercised; steps that were skipped exercised nothing.
    public init(_ scenarios: [Scenario], _ reports: [ScenarioReport], catalog: RequestCatalog) {
        let steps = reports.flatMap(\.steps).filter { $0.status != .skipped }
        let answered = Set(steps.flatMap(\.stubs).map(\.id))
        items[.stubs] = Self.stubs(scenarios, answered)
        let sent = Set(steps.compactMap(\.request))
        items[.requests] = catalog.names.map { Item(name: $0, isCovered: sent.contains($0)) }
        let failed = Set(steps.filter { $0.status == .passed }.compactMap(\.errorKind))
        items[.errors] = ErrorDescription.kinds.map { Item(name: $0, isCovered: failed.contains($0)) }
    }

    /// The stubs of all scenarios; one that several scenarios name is one, wherever its file is named from.
    private static func stubs(_ scenarios: [Scenario], _ answered: Set<String>) -> [Item] {
        var places: [String: Int] = [:]
        var items: [Item] = []
        var seen: Set<String> = []
        for stub in scenarios.lazy.flatMap(\.allStubs) where seen.insert(stub.id).inserted {
            let key = stub.location?.description ?? stub.id
            let isCovered = answered.contains(stub.id)
            if let place = places[key] {
                items[place].isCovered = items[place].isCovered || isCovered
                continue
            }
            places[key] = items.count
            items.append(Item(name: stub.name ?? stub.id, location: stub.location, isCovered: isCovered))
        }
        return items
    }

    /// How many things of a kind were exercised.
    public func covered(_ kind: Kind) -> Int { items[kind, default: []].count(where: \.isCovered) }

    /// How many things of a kind there are.
    public func total(_ kind: Kind) -> Int { items[kind, default: []].count }

    /// How many of a hundred things of a kind were exercised, rounded down; 100 where there are none.
    public func percent(_ kind: Kind) -> Int { total(kind) == 0 ? 100 : covered(kind) * 100 / total(kind) }

    /// The things of a kind that no step exercised.
    public func missing(_ kind: Kind) -> [Item] { items[kind, default: []].filter { !$0.isCovered } }

    /// What was counted, without secrets.
    func redacted(by redaction: ReportRedaction) -> Coverage {
        var coverage = self
        coverage.items = items.mapValues { items in
            items.map { item in
                var item = item
                item.name = redaction.text(item.name)
                return item
            }
        }
        return coverage
    }

    /// One line.
    public var summary: String {
        "covered: "
            + Kind.allCases.map { "\(covered($0)) of \(total($0)) \($0.noun)" }.joined(separator: ", ")
    }

    /// The counts and what is missing.
    public var json: JSONValue {
        .object(
            JSONObject(
                Kind.allCases.map { kind in
                    let missing = missing(kind).map { item -> JSONValue in
                        var object: JSONObject = ["name": .string(item.name)]
                        if let location = item.location {
                            object.append("file", .string(location.file))
                            object.append("line", .integer(location.line))
                        }
                        return .object(object)
                    }
                    return (
                        kind.rawValue,
                        [
                            "covered": .integer(covered(kind)), "total": .integer(total(kind)),
                            "percent": .integer(percent(kind)), "missing": .array(missing),
                        ]
                    )
                }))
    }
}

/// How much of each kind a run has to exercise.
public struct RequiredCoverage: Sendable, Hashable {
    /// Per cent by kind.
    public var percents: [Coverage.Kind: Int] = [:]

    /// Makes a requirement; nothing is required until percents are given.
    public init() {}

    /// Adds `PERCENT`, which is for all kinds, or `KIND=PERCENT`; `false` where the text is neither.
    public mutating func add(_ text: String) -> Bool {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, let percent = Int(last), 0...100 ~= percent, last.utf8.allSatisfy({ $0 != 0x2B })
        else { return false }
        switch parts.count {
        case 1:
            for kind in Coverage.Kind.allCases where percents[kind] == nil { percents[kind] = percent }
        case 2:
            guard let kind = Coverage.Kind(rawValue: parts[0]) else { return false }
            percents[kind] = percent
        default: return false
        }
        return true
    }

    /// What a run lacks, a line for each kind.
    public func problems(_ coverage: Coverage) -> [String] {
        Coverage.Kind.allCases.compactMap { kind in
            guard let percent = percents[kind], coverage.percent(kind) < percent else { return nil }
            let missing = coverage.missing(kind).map { item in
                item.location.map { "\($0.file):\($0.line)" } ?? item.name
            }
            return "\(coverage.percent(kind)) % of the \(kind.noun) are covered, \(percent) % are required; missing: "
                + missing.joined(separator: ", ")
        }
    }
}
