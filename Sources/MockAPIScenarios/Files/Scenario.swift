import MockAPIClient
public import MockAPICore
import MockAPIStubs

/// A scenario: steps that are run in order against a server of their own.
public struct Scenario: Sendable {
    /// The name; that of the file where the file gives none.
    public internal(set) var name: String
    /// Where the scenario begins.
    public let location: FileLocation
    /// The labels by which scenarios can be chosen.
    public let tags: [String]
    /// Why the scenario is not run.
    public let skip: String?
    /// The stubs of all steps.
    let stubs: StepStubs
    /// The variables in the order of the file.
    let variables: [ScenarioVariable]
    /// The client settings of all steps.
    let client: ClientSettings
    /// What the provider has to be like.
    let given: [ProviderState]
    /// The steps before all others in order; if one of them fails, the others are skipped.
    public internal(set) var setup: [ScenarioStep]
    /// The steps in order.
    public internal(set) var steps: [ScenarioStep]
    /// The steps after all others in order; they run whatever became of the others.
    public internal(set) var teardown: [ScenarioStep]
    /// Whether the lists have all steps of the file.
    var isWhole = true
    /// Which repetition this is, counted from 1.
    var repetition = 1

    /// The steps of all three lists in the order in which they run.
    public var allSteps: [ScenarioStep] { setup + steps + teardown }

    /// The stubs of the scenario and of its steps.
    var allStubs: [Stub] {
        ([stubs] + allSteps.flatMap { [$0.stubs] + ($0.group.map { [$0.stubs] } ?? []) }).flatMap {
            $0.files + $0.inline
        }
    }

    /// The scenario a number of times, to be run one after the other or at once; each says which it is.
    public func repeated(_ count: Int) -> [Scenario] {
        guard count > 1 else { return [self] }
        return (1...count).map { number in
            var copy = self
            copy.repetition = number
            copy.name = "\(name) (\(number) of \(count))"
            return copy
        }
    }

    /// Whether the name of the scenario, of its file or of one of its steps has a text, in any letter case.
    public func matches(_ filter: String) -> Bool {
        let text = filter.lowercased()
        return ([name, location.file] + allSteps.map(\.name)).contains { $0.lowercased().contains(text) }
    }
}

/// A variable that a scenario file defines.
struct ScenarioVariable: Sendable {
    let name: String
    let value: ScenarioValue
}

/// The stubs that a scenario or a step names.
struct StepStubs: Sendable {
    /// Stubs of the files and folders named by path.
    var files: [Stub] = []
    /// Stubs written inside the scenario file; they count as added at run time.
    var inline: [Stub] = []
}

/// Settings of the client library that a step runs with; `nil` and empty ones leave it to the scenario.
struct ClientSettings: Sendable {
    /// Whether the client answers from stubs in process.
    enum Mode: Sendable, Hashable {
        case never
        case immediate
        case delayed(Duration)
    }

    var stubMode: Mode?
    var accessToken: ScenarioValue?
    /// How a new access token is got in the place of an invalid one.
    var refresh: TokenRefresh?
    /// Whether the client keeps and sends the cookies that all steps share.
    var cookies: Bool?
    var defaultHeaders: [ExpectedMember] = []
    /// How the client uses the cache that all steps share; without it, the client has none.
    var cachePolicy: CachePolicy?
    /// The plugins by their names in the catalog, outermost first.
    var plugins: [String]?

    /// These settings, and those of `others` that are not given here.
    func overriding(_ others: ClientSettings) -> ClientSettings {
        var merged = self
        merged.stubMode = stubMode ?? others.stubMode
        merged.accessToken = accessToken ?? others.accessToken
        merged.refresh = refresh ?? others.refresh
        merged.cookies = cookies ?? others.cookies
        merged.cachePolicy = cachePolicy ?? others.cachePolicy
        merged.plugins = plugins ?? others.plugins
        let inherited = others.defaultHeaders.filter { other in
            !defaultHeaders.contains { HTTPToken.equalsIgnoringCase($0.name, other.name) }
        }
        merged.defaultHeaders = inherited + defaultHeaders
        return merged
    }
}

/// A named value of an object in a scenario file: a header, a query pair.
struct ExpectedMember: Sendable {
    let name: String
    let value: ScenarioValue
}
