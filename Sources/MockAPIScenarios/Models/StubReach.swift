import MockAPIClient
import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Which stubs a request of the catalog could reach.
///
/// The request is built with made-up parameters. Where a stub has its own text in the place of such a parameter, that text is
/// tried as the parameter, so that `/users/{name}` reaches a stub for `/users/octocat`. What the app's plugins or settings
/// may add (other headers, cookies, credentials) and what only a running server knows (port, address) is taken to fit.
struct StubReach {
    /// As many parameters are tried for one stub.
    private static let mostTries = 100

    /// A request that could be built.
    private struct Sample {
        var parameters: ParameterSample
        var call: CatalogCall
        var built: HTTPRequest
        var request: ReceivedRequest
        /// Whether the content depends on the parameters, so that it may be any.
        var hasOpenBody: Bool
    }

    private let entry: CatalogEntry
    private let client: Client
    private let samples: [Sample]

    /// Makes up requests of an entry.
    init(_ entry: CatalogEntry, services: ServiceDirectory) {
        self.entry = entry
        let client = Client(ClientConfiguration(transport: StubTransport(stubs: []), services: services))
        self.client = client
        let shape = entry.parameters()
        // Small numbers fit the smallest integers as well.
        let made = [734_009_101, 101].lazy.map { number in
            ParameterSamples.all(of: shape, firstNumber: number).compactMap { Self.sample($0, entry, client) }
        }
        let given = entry.examples.compactMap { Self.sample(ParameterSample(json: $0), entry, client) }
        samples = given + (made.first { !$0.isEmpty } ?? [])
    }

    /// A request with made-up parameters, and what stands in it for which of them; `nil` where none could be built.
    var example: (call: CatalogCall, request: HTTPRequest, markers: [ParameterSample.Marker])? {
        samples.last { !$0.parameters.markers.isEmpty }.map { ($0.call, $0.built, $0.parameters.markers) }
            ?? samples.first.map { ($0.call, $0.built, []) }
    }

    /// The call that reaches a stub; `nil` where none is found.
    func call(reaching stub: Stub) -> CatalogCall? {
        for sample in samples where stub.request.method.matches(sample.request.method) {
            if matches(stub, sample) { return sample.call }
            for values in guesses(stub, sample) {
                guard let json = sample.parameters.replacing(values),
                    let guess = Self.sample(ParameterSample(json: json), entry, client),
                    matches(stub, guess, isOpen: sample.hasOpenBody)
                else { continue }
                return guess.call
            }
        }
        return nil
    }

    private static func sample(_ parameters: ParameterSample, _ entry: CatalogEntry, _ client: Client) -> Sample? {
        guard case .call(let call) = entry.prepare(parameters.json),
            let request = try? client.makeRequest(call.request)
        else { return nil }
        let body = request.body.bytes
        let text = body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let isOpen = body == nil || parameters.markers.contains { text.contains($0.text) }
        return Sample(
            parameters: parameters, call: call, built: request, request: ReceivedRequest(request, body: body ?? []),
            hasOpenBody: isOpen)
    }

    private func matches(_ stub: Stub, _ sample: Sample, isOpen: Bool = false) -> Bool {
        var pattern = stub.request
        let request = sample.request
        pattern.port = nil
        pattern.scheme = nil
        pattern.clientIP = nil
        pattern.cookies = []
        if request.value(of: "Authorization") == nil { pattern.basicAuth = nil }
        pattern.headers = pattern.headers.filter { request.value(of: $0.name) != nil }
        if isOpen || sample.hasOpenBody {
            pattern.bodyPatterns = []
            pattern.formParameters = []
        }
        return pattern.matches(MatchSubject(request)) != nil
    }

    // MARK: Guessing parameters

    /// Values of markers with which the request may match: those that stand in their place, then words of the patterns.
    private func guesses(_ stub: Stub, _ sample: Sample) -> [[ParameterSample.Marker: String]] {
        let markers = sample.parameters.markers
        if markers.isEmpty { return [] }
        guard let known = bindings(stub.request, sample) else { return [] }
        var guesses = known.isEmpty ? [] : [known]
        let words = StubWords.all(of: stub.request) + ["sample", "1"]
        for word in words {
            guesses += markers.filter { known[$0] == nil }.map { known.merging([$0: word]) { $1 } }
        }
        for word in words {
            let all = markers.map { ($0, known[$0] ?? word) }
            guesses.append(Dictionary(all) { first, _ in first })
        }
        return Array(guesses.prefix(Self.mostTries))
    }

    /// What stands in the stub in the place of markers; `nil` where the path cannot be the same.
    private func bindings(_ pattern: RequestPattern, _ sample: Sample) -> [ParameterSample.Marker: String]? {
        let markers = sample.parameters.markers
        let subject = MatchSubject(sample.request)
        var binding = MarkerBinding(markers: markers)
        switch pattern.url {
        case .any, .urlPattern, .urlPathPattern: break
        case .url(let wanted):
            guard binding.bind(pieces: subject.normalizedPathAndQuery, to: wanted.normalized[...]) else { return nil }
        case .urlPath(let wanted):
            guard binding.bind(pieces: subject.normalizedPath, to: wanted.normalized[...]) else { return nil }
        case .urlPathTemplate(let template):
            if let segments = template.segments {
                guard binding.bind(pieces: subject.normalizedPath, to: segments) else { return nil }
            }
        }
        for named in pattern.queryParameters {
            guard case .any(.equalTo(let text, _)) = named.pattern else { continue }
            for pair in sample.request.queryPairs where pair.name == named.name { binding.bind(pair.value, to: text) }
        }
        for named in pattern.headers {
            guard case .any(.equalTo(let text, _)) = named.pattern else { continue }
            for value in sample.request.values(of: named.name) { binding.bind(value, to: text) }
        }
        return binding.values
    }
}
