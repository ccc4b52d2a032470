public import MockAPICore
public import MockAPIMatching

/// A request pattern and the response that it is answered with.
///
/// Stubs are read from files by `StubLoader` or from JSON text, or made in code. A copy costs one reference.
public struct Stub: Sendable, Identifiable {
    /// Everything but the place in a set; shared by all copies.
    private final class Content: Sendable {
        let id: String
        let name: String?
        let priority: Int
        let request: RequestPattern
        let answer: StubAnswer
        let origin: StubOrigin?

        init(
            id: String, name: String?, priority: Int, request: RequestPattern, answer: StubAnswer, origin: StubOrigin?
        ) {
            self.id = id
            self.name = name
            self.priority = priority
            self.request = request
            self.answer = answer
            self.origin = origin
        }
    }

    /// The priority of a stub that names none.
    public static let defaultPriority = 5

    private let content: Content

    /// Whether the stub was added to a running server, and so goes before those of files.
    public internal(set) var isAddedAtRunTime: Bool

    /// Makes a stub.
    ///
    /// - Parameters:
    ///   - id: its identity, unique in a set; a random UUID where there is none.
    ///   - name: what it is called in reports.
    ///   - priority: the lower number wins.
    ///   - request: what it answers.
    ///   - response: the answer, and how it is given.
    public init(
        id: String? = nil, name: String? = nil, priority: Int = Stub.defaultPriority, request: RequestPattern,
        response: ResponsePlan
    ) {
        self.init(
            id: id ?? StubID.random(), name: name, priority: priority, request: request, response: response,
            origin: nil)
    }

    init(
        id: String, name: String?, priority: Int, request: RequestPattern, response: ResponsePlan, origin: StubOrigin?
    ) {
        let answer =
            origin?.isLenient ?? false ? StubAnswer(response, naming: (id, name)) : StubAnswer(response)
        self.init(id: id, name: name, priority: priority, request: request, answer: answer, origin: origin)
    }

    /// Makes a stub with an answer that others may have too.
    init(
        id: String, name: String?, priority: Int, request: RequestPattern, answer: StubAnswer, origin: StubOrigin?
    ) {
        content = Content(
            id: id, name: name, priority: priority, request: request, answer: answer, origin: origin)
        isAddedAtRunTime = false
    }

    /// The identity, unique in a set.
    public var id: String { content.id }
    /// What the stub is called in reports.
    public var name: String? { content.name }
    /// The lower number wins; 5 where the file names none.
    public var priority: Int { content.priority }
    /// What the stub answers.
    public var request: RequestPattern { content.request }
    /// The answer as it was read; see `plan()` for one that is to be given now.
    public var response: ResponsePlan { content.answer.plan }
    /// The answer as bytes, where it goes out at once, whole and from memory.
    public var prepared: PreparedResponse? { content.answer.prepared }
    /// Where the mapping begins, or the call that made the stub; `nil` for one read from text without a file.
    public var location: FileLocation? { content.origin?.location }
    /// The mapping as it was read, or as it would be written for a stub made in code.
    ///
    /// That of a large file that has changed since is written anew as well. `nil` for a stub that no file can hold;
    /// `printed()` says why.
    public var mapping: JSONValue? { content.origin?.mapping ?? (try? printed()) }

    /// What the request gave for the pattern's parameters; `nil` where it does not match.
    func matches(_ subject: MatchSubject) -> PatternMatch? { content.request.matches(subject) }

    /// The value that a request must have in one part of it.
    func key(for discriminator: Discriminator) -> (hash: UInt64, text: String)? {
        content.request.key(for: discriminator)
    }

    /// What reports say about the stub.
    public var reference: StubReference {
        StubReference(id: id, name: name, file: location?.file, line: location?.line)
    }

    /// Where the stub was read or made.
    var origin: StubOrigin? { content.origin }

    /// The answer to be given now: where the content is a file, with the length that the file has now, so that an
    /// edited body file shows in the next answer.
    ///
    /// A body file that has gone is answered with status 500. A stub that was read leniently names itself in
    /// `Matched-Stub-Id` and `Matched-Stub-Name`, as WireMock does.
    public func plan() -> ResponsePlan {
        var plan = content.answer.plan
        if isReadLeniently { plan.response = plan.response.naming(id, name) }
        guard case .file(let path, _) = plan.response.body.source else { return plan }
        if case .file(let length) = FileSystem.kind(of: path) {
            plan.response.body = HTTPBody(.file(path: path, length: length))
            return plan
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return ResponsePlan(
            HTTPResponse(
                500, headers: ["Content-Type": "text/plain; charset=utf-8"],
                body: HTTPBody("mockapi: the body file \(name) of stub \(reference) cannot be read\n")))
    }
}
