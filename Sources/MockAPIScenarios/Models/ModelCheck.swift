import MockAPIClient
public import MockAPICore
public import MockAPIStubs

/// Decodes the answers of stubs into the models of the requests that would reach them; nothing is sent.
///
/// Only an answer that the app is to decode is looked at: one that comes whole, with a status that the request accepts, or,
/// where the request has a model for errors, JSON of another status. A stub that is wrong on purpose says so in its
/// `metadata`, with `"checkModels": false`.
public struct ModelCheck: Sendable {
    /// The key of `metadata` by which a stub is left out.
    public static let metadataKey = "checkModels"

    /// What was found.
    public struct Result: Sendable {
        /// The answers that cannot be decoded, each at its place, in the order of the stubs.
        public internal(set) var findings: [Finding] = []
        /// How many answers were decoded, those that could not be included.
        public internal(set) var answerCount = 0
        /// The requests whose model was compared with no answer, in their order.
        public internal(set) var unreached: [String] = []
    }

    private let catalog: RequestCatalog

    /// Makes a check of the requests of a catalog.
    public init(catalog: RequestCatalog) { self.catalog = catalog }

    /// Decodes the answers of stubs, given in sorted file order.
    public func check(_ stubs: [Stub]) async -> Result {
        var result = Result()
        let files = WrittenStubs()
        var findings: [Int: [Finding]] = [:]
        let checked = stubs.enumerated().compactMap { index, stub -> (Int, Stub, WrittenStub?)? in
            let written = files.find(stub)
            guard isWanted(written, &findings[index, default: []]), stub.response.comesWhole else { return nil }
            return (index, stub, written)
        }
        for name in catalog.names {
            guard let entry = catalog[name] else { continue }
            let reach = StubReach(entry, services: catalog.services)
            let before = result.answerCount
            for (index, stub, written) in checked {
                guard let call = reach.call(reaching: stub),
                    let answer = await StubAnswerCheck(stub, call: call, services: catalog.services).run()
                else { continue }
                result.answerCount += 1
                guard case .fault(let fault) = answer else { continue }
                findings[index, default: []].append(fault.finding(stub, written, request: name))
            }
            if result.answerCount == before { result.unreached.append(name) }
        }
        result.findings = stubs.indices.flatMap { findings[$0] ?? [] }
        return result
    }

    private func isWanted(_ stub: WrittenStub?, _ findings: inout [Finding]) -> Bool {
        guard let node = stub?.mapping["metadata"]?[Self.metadataKey] else { return true }
        if node.bool == nil {
            findings.append(
                Finding(
                    at: node.location, "\"\(Self.metadataKey)\" must be true or false",
                    hint: "remove it, or write false"))
        }
        return node.bool ?? true
    }
}

extension ResponsePlan {
    /// Whether all of the response comes.
    fileprivate var comesWhole: Bool { fault == nil && truncateAfter == nil && stallAfter == nil }
}
