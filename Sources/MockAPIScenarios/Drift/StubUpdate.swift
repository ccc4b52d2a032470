public import MockAPICore
import MockAPIStubs

/// What is to be written so that stubs say what a provider says.
///
/// Only the values that differ are written anew; all other bytes of a file stay. A change after which a stub would still not
/// say what the provider answers to each step that it stands for is not made. Nothing is written here.
public struct StubUpdate: Sendable {
    /// A file with its new content.
    public struct File: Sendable {
        /// The path to write to.
        public var path: String
        /// What the file had when it was read.
        public var before: [UInt8]
        /// What it is to have.
        public var after: [UInt8]
        /// How many values are written anew.
        public var count: Int
    }

    /// The files, in the order of their paths.
    public private(set) var files: [File] = []
    /// What is left to be done by hand, and why.
    public private(set) var leftOver: [Finding] = []
    /// The files that ought to be written and must not be, with the reason.
    public private(set) var refusedFiles: [String: String] = [:]

    /// A stub, what differs, and what the provider answers to the steps that it stands for.
    private struct Group {
        var written: WrittenStub
        /// The drifts that are to be mended, by their place among all.
        var drifts: [Int] = []
        var answers: [ProviderAnswer]
        var rewrite: StubRewrite?
    }

    private let drifts: [Drift]
    private let allowsExtra: Bool
    private let redaction: ReportRedaction
    private let folders: StubFolders
    private var groups: [Group] = []
    /// Why a drift is left, by its place among all.
    private var reasons: [Int: String] = [:]
    private var bodyFiles: [String: BodyFileChanges] = [:]

    /// Makes the changes that the drifts of a run ask for.
    ///
    /// - Parameters:
    ///   - report: the run with what it found, secrets and all.
    ///   - roots: the folders and files of stubs; nothing else is changed.
    ///   - redaction: what is not told, and not written either.
    public init(_ report: RunReport, roots: [String], redaction: ReportRedaction = ReportRedaction()) {
        drifts = report.drifts ?? []
        allowsExtra = report.allowsExtra
        self.redaction = redaction
        folders = StubFolders(roots)
        // An answer that did not come any more could contradict those that did.
        if report.wasInterrupted {
            leftOver = [
                Finding(
                    .warning, at: nil, "no stub is written: the run was interrupted before all answers were compared",
                    hint: "run it again to its end")
            ]
            return
        }
        group(report.providerAnswers)
        // Each round leaves drifts that cannot be mended, so that there are no more rounds than drifts.
        while true {
            let count = reasons.count
            rewrite()
            if reasons.count == count { checkAnswers() }
            if reasons.count == count { break }
            for index in groups.indices { groups[index].drifts.removeAll { reasons[$0] != nil } }
        }
        finish()
    }

    // MARK: Rounds

    /// Puts drifts and answers to the stubs that they are of.
    private mutating func group(_ answers: [ProviderAnswer]) {
        let written = WrittenStubs()
        var indices: [String: Int] = [:]
        // A file that several paths lead to is one.
        var places: [String: Int] = [:]
        for answer in answers {
            if indices[answer.key] == nil, let found = written.find(answer.stub) {
                let place = "\(found.mapping.range.lowerBound) \(FileSystem.resolved(found.path) ?? found.path)"
                indices[answer.key] = places[place] ?? groups.count
                if places[place] == nil { groups.append(Group(written: found, answers: [])) }
                places[place] = indices[answer.key]
            }
            if let index = indices[answer.key] { groups[index].answers.append(answer) }
        }
        for (index, drift) in drifts.enumerated() {
            guard let target = drift.target, drift.part != .outcome else {
                reasons[index] = "no stub says it"
                continue
            }
            guard let group = indices[target.answer.key] else {
                reasons[index] =
                    target.answer.stub.location == nil
                    ? "the stub is in no file; change it by hand"
                    : "the file of the stub has changed since it was read; run again"
                continue
            }
            reasons[index] = refusal(of: drift, target, groups[group].written)
            if reasons[index] == nil { groups[group].drifts.append(index) }
        }
    }

    /// Why a drift is not mended, whatever else is.
    private mutating func refusal(of drift: Drift, _ target: Drift.Target, _ written: WrittenStub) -> String? {
        if case .none(let why) = target.change { return why }
        for path in paths(of: target.change, written) {
            if let why = folders.refusal(of: path) { return why }
            if let why = FileSystem.refusalToWrite(path) {
                refusedFiles[path] = why
                return "\(path) cannot be written: \(why)"
            }
        }
        switch target.change {
        case .answer, .content:
            if let why = target.answer.refusalToWriteContent { return why }
        case .status, .header, .body, .none: break
        }
        return holdsSecret(target) ? "the provider's value holds what reports leave out" : nil
    }

    /// The files that a change is about.
    private func paths(of change: Drift.Change, _ written: WrittenStub) -> [String] {
        var content: [String] = [written.path]
        if case .file(let path, _) = written.content { content = [path] }
        switch change {
        case .status, .header: return [written.path]
        case .body: return content
        case .answer, .content: return content + (content == [written.path] ? [] : [written.path])
        case .none: return []
        }
    }

    private func holdsSecret(_ target: Drift.Target) -> Bool {
        let response = target.answer.response
        switch target.change {
        case .none: return false
        case .status: return redaction.holdsSecret(response.reason)
        case .answer, .content:
            return redaction.holdsSecret(response.reason) || redaction.holdsSecret(response.headers["Content-Type"])
                || redaction.bytes(response.content) != nil
                || (try? JSONValue(parsing: response.content)).map(redaction.holdsSecret) ?? false
        case .header(let name, let values):
            return redaction.hides(name) || values.contains(where: redaction.holdsSecret)
        case .body(let changes):
            return changes.contains { change in
                guard case .set(let path, let value) = change else { return false }
                return redaction.hidesPath(path.description) || redaction.holdsSecret(path.description)
                    || redaction.bytes(value.renderedBytes(.compact)) != nil || redaction.holdsSecret(value)
            }
        }
    }

    /// Makes the changes of all stubs, and leaves what cannot be written.
    private mutating func rewrite() {
        bodyFiles = [:]
        for index in groups.indices {
            groups[index].rewrite = nil
            let written = groups[index].written
            guard !groups[index].drifts.isEmpty else { continue }
            let rewrite: StubRewrite
            do {
                rewrite = try StubRewrite(written, groups[index].drifts.map { drifts[$0] })
            } catch {
                leave(contentDrifts(of: [index]), for: error)
                continue
            }
            groups[index].rewrite = rewrite
            guard case .file(let path, _) = written.content, let change = rewrite.bodyFile else { continue }
            let old = bodyFiles[path]
            if let known = old ?? BodyFileChanges(path), let new = known.adding(change, of: index) {
                bodyFiles[path] = new
            } else {
                let others = (old?.groups ?? []) + [index]
                leave(contentDrifts(of: others), for: StubRewrite.overlapping)
            }
        }
        for (path, changes) in bodyFiles {
            do {
                try changes.check()
            } catch {
                leave(contentDrifts(of: changes.groups), for: error)
                bodyFiles[path] = nil
            }
        }
    }

    private func contentDrifts(of indices: [Int]) -> [Int] {
        indices.flatMap { groups[$0].drifts }.filter { drifts[$0].isOfContent }
    }

    /// Compares what stubs will say with all that the provider answered, and leaves what would not fit.
    private mutating func checkAnswers() {
        for group in groups {
            var users: [Int] = []
            if case .file(let path, _) = group.written.content { users = bodyFiles[path]?.groups ?? [] }
            let changed = Array(Set(group.drifts + contentDrifts(of: users)))
            guard !changed.isEmpty else { continue }
            let response: HTTPResponse
            do {
                response = try changedResponse(of: group)
            } catch {
                leave(changed, for: error)
                continue
            }
            for answer in group.answers {
                var own = response
                if answer.isOfHead || own.status.forbidsContent {
                    own.body = .empty
                } else if own.headers.contains(name: "Content-Encoding") {
                    // Content that is encoded is not written, nor can it be compared as it stands there.
                    own.body = answer.response.body
                }
                let comparison = AnswerComparison(
                    own: own, other: answer.response, asked: answer.asked, allowsExtra: allowsExtra)
                for difference in comparison.differences { leave(changed, difference, answer, group.answers) }
            }
        }
    }

    /// The answer that a stub will give.
    private func changedResponse(of group: Group) throws(StubRewrite.Refusal) -> HTTPResponse {
        let written = group.written
        guard let bytes = JSONEdits.apply(group.rewrite?.edits ?? [], toTextOf: written.mapping),
            var mapping = try? JSONValue(parsing: bytes)
        else { throw StubRewrite.overlapping }
        var content: [UInt8]?
        if case .file(let path, _) = written.content, var object = mapping.object,
            var response = mapping["response"]?.object,
            response["bodyFileName"] != nil
        {
            content = bodyFiles[path]?.after ?? (try? FileSystem.contents(of: path))
            response["bodyFileName"] = nil
            object["response"] = .object(response)
            mapping = .object(object)
        }
        let stubs: [Stub]
        do {
            stubs = try StubLoader.read(mapping.renderedBytes(.compact)).stubsOrThrow()
        } catch {
            let finding = error.findings.first { $0.severity == .error }
            throw StubRewrite.Refusal(
                why: "the stub could not be read any more: \(finding?.message ?? "it is no stub")")
        }
        var response = stubs.first?.response.response ?? HTTPResponse()
        if let content { response.body = HTTPBody(content) }
        return response
    }

    // MARK: What is left

    /// Leaves drifts; of changes that overlap, those that are of different steps contradict each other.
    private mutating func leave(_ indices: [Int], for refusal: StubRewrite.Refusal) {
        for index in indices where reasons[index] == nil {
            let own = drifts[index].target?.answer
            let other = refusal == StubRewrite.overlapping ? own.flatMap { contradiction(to: $0, among: indices) } : nil
            reasons[index] = own.flatMap { own in other.map { Self.conflict(own, $0) } } ?? refusal.why
        }
    }

    /// The answer of another step that some drift is from.
    private func contradiction(to answer: ProviderAnswer, among indices: [Int]) -> ProviderAnswer? {
        indices.lazy.compactMap { drifts[$0].target?.answer }.first { !$0.isOfSameStep(as: answer) }
    }

    /// Leaves the drifts after whose mending an answer would still differ; one that differed before and is left does not count.
    private mutating func leave(
        _ changed: [Int], _ difference: AnswerComparison.Difference, _ answer: ProviderAnswer,
        _ answers: [ProviderAnswer]
    ) {
        let causes = changed.filter { drifts[$0].isAbout(difference) }
        if causes.isEmpty {
            let keys = answers.map(\.key)
            let isLeft = drifts.indices.contains { index in
                reasons[index] != nil && drifts[index].isAbout(difference)
                    && keys.contains(drifts[index].target?.answer.key ?? "")
            }
            if isLeft { return }
        }
        for index in causes.isEmpty ? changed : causes where reasons[index] == nil {
            guard let own = drifts[index].target?.answer else { continue }
            let other = own.isOfSameStep(as: answer) ? contradiction(to: own, among: changed) : answer
            reasons[index] =
                other.map { Self.conflict(own, $0) }
                ?? "written so, the stub would still not say what the provider says; change it by hand"
        }
    }

    private static func conflict(_ one: ProviderAnswer, _ other: ProviderAnswer) -> String {
        let ends = "the provider answers \(places(one, other)) differently"
        if one.key == other.key, one.hasSameRequest(as: other) {
            return "\(ends), though the request is the same, and the one stub \(one.stub.reference) stands for both;"
                + " bring the provider into the same state before each"
        }
        if one.key == other.key {
            return "\(ends), and the one stub \(one.stub.reference) stands for both;"
                + " make it two that tell the requests apart"
        }
        return "\(ends), and stubs \(one.stub.reference) and \(other.stub.reference) share one file; give each its own"
    }

    /// Names the steps of two answers, and what else tells them apart.
    private static func places(_ one: ProviderAnswer, _ other: ProviderAnswer) -> String {
        let place = "\(one.step.location) (\(one.step.title))"
        if one.step == other.step, let first = one.iteration, let second = other.iteration, first != second {
            return "iterations \(min(first, second)) and \(max(first, second)) of \(place)"
        }
        if one.step.location == other.step.location, one.step.scenario != other.step.scenario {
            let names = [one.step.scenario, other.step.scenario].map { Wording.quoted($0) }
            return "\(place) in scenarios \(names[0]) and \(names[1])"
        }
        return "\(place) and \(other.step.location) (\(other.step.title))"
    }

    private mutating func finish() {
        var changes: [String: (bytes: [UInt8], edits: [JSONEdits.Edit], count: Int, drifts: [Int])] = [:]
        for group in groups {
            guard let rewrite = group.rewrite, !rewrite.edits.isEmpty else { continue }
            let bytes = group.written.document.bytes
            changes[group.written.path, default: (bytes, [], 0, [])].edits += rewrite.edits
            changes[group.written.path]?.count += rewrite.count
            changes[group.written.path]?.drifts += group.drifts
        }
        for (path, file) in changes {
            guard let after = JSONEdits.apply(file.edits, to: file.bytes), (try? JSONValue(parsing: after)) != nil
            else {
                leave(file.drifts, for: StubRewrite.overlapping)
                continue
            }
            files.append(File(path: path, before: file.bytes, after: after, count: file.count))
        }
        for (path, changes) in bodyFiles where changes.count > 0 {
            guard let after = changes.after else { continue }
            files.append(File(path: path, before: changes.before, after: after, count: changes.count))
        }
        files.sort { JSONText.precedes($0.path, $1.path) }
        for (index, drift) in drifts.enumerated() {
            guard let why = reasons[index] else { continue }
            let message = drift.redacted(by: redaction).message
            leftOver.append(
                Finding(.warning, at: drift.location, "not written: \(message)", hint: redaction.text(why)))
        }
    }
}

extension Drift {
    /// Whether mending it changes the content.
    fileprivate var isOfContent: Bool {
        switch target?.change {
        case .answer, .content, .body: true
        case .status, .header, .none?, nil: false
        }
    }

    /// Whether a difference is about the same part, or one that is written together with it.
    fileprivate func isAbout(_ difference: AnswerComparison.Difference) -> Bool {
        if case .answer = target?.change { return true }
        if case .content = target?.change {
            if difference.part == .body { return true }
            if case .header(let name) = difference.part { return HTTPToken.equalsIgnoringCase(name, "Content-Type") }
        }
        guard part == difference.part else { return false }
        guard part == .body, let path, let other = difference.path else { return true }
        guard let own = try? JSONPath(parsing: path), let other = try? JSONPath(parsing: other) else {
            return JSONText.isSame(path, other)
        }
        return own.general.components.starts(with: other.general.components)
            || other.general.components.starts(with: own.general.components)
    }
}
