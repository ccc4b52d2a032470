import MockAPICore

extension ScenarioReader {
    /// Reads what a step expects of what it sends.
    mutating func readExpectation(_ node: JSONNode, _ send: StepSend?) -> StepExpectation {
        var expect = StepExpectation(location: node.location)
        guard let members = object(node, .expect) else { return expect }
        if node.members.isEmpty {
            report(node.location, "\"expect\" is empty, so \(stepName ?? "the step") cannot fail")
        }
        expect.model = readModel(members, send)
        expect.values = readValues(members, send)
        if let error = members["error"] {
            expect.error = readError(error)
            if let key = ["model", "modelExactly"].first(where: { members[$0] != nil }) {
                report(error.location, "\"error\" cannot go with \"\(key)\"", hint: "a call has a model or an error")
            }
        }
        expect.status = expected(members["status"], "status", .number)
        expect.headers = namedValues(members["headers"], "headers", allows: comparable)
        if let json = members["json"] { expect.json = expected(json) }
        expect.body = expected(members["body"], "body", .string)
        if let progress = members["progress"] { expect.progress = readProgress(progress, send) }
        if let sent = members["sent"] { expect.sent = readSent(sent) }
        if let elapsed = members["elapsed"] { expect.elapsed = readElapsed(elapsed) }
        return expect
    }

    /// What a header or a query pair may be compared with: a value, a list of all values, or `null` for none.
    private var comparable: [JSONKind] { [.string, .number, .bool, .array, .null] }

    private mutating func readModel(_ members: [String: JSONNode], _ send: StepSend?) -> StepExpectation.Model? {
        var model: StepExpectation.Model?
        for (key, isExact) in [("model", false), ("modelExactly", true)] {
            guard let node = members[key] else { continue }
            if model != nil { report(node.location, "\"\(key)\" cannot go with \"model\"", hint: "use one of them") }
            if case .http? = send?.kind {
                report(node.location, "a plain request has no model", hint: "use \"json\"")
            }
            if case .download? = send?.form {
                report(node.location, "a download has no model", hint: "use \"json\" or \"body\"")
            }
            model = StepExpectation.Model(value: expected(node), isExact: isExact)
        }
        return model
    }

    private mutating func readValues(_ members: [String: JSONNode], _ send: StepSend?) -> ScenarioValue? {
        guard let node = members["values"] else {
            if let (key, seconds) = send?.thinning {
                report(seconds.location, "\"\(key)\" needs \"values\" in \"expect\"")
            }
            return nil
        }
        if let form = send?.form, form != .model {
            report(node.location, "\"values\" cannot go with \"\(form)\"")
        }
        if let key = ["model", "modelExactly"].first(where: { members[$0] != nil }) {
            report(node.location, "\"values\" cannot go with \"\(key)\"", hint: "use one of them")
        }
        if case .http? = send?.kind { report(node.location, "a plain request has no models", hint: "use \"json\"") }
        return expected(node, "values", .array)
    }

    private mutating func readError(_ node: JSONNode) -> ErrorExpectation? {
        guard let members = object(node, .error) else { return nil }
        guard let kindNode = members["kind"] else {
            report(node.location, "\"error\" needs \"kind\"")
            return nil
        }
        guard let kind = expected(kindNode, "kind", .string) else { return nil }
        var error = ErrorExpectation(location: node.location, kind: kind)
        error.reason = expected(members["reason"], "reason", .string)
        error.status = expected(members["status"], "status", .number)
        error.body = members["body"].map { expected($0) }
        error.model = members["model"].map { expected($0) }
        error.path = expected(members["path"], "path", .string)
        error.expected = expected(members["expected"], "expected", .string)
        error.found = members["found"].map { expected($0) }
        checkWord(kind, ErrorDescription.kinds, "error kind")
        if let reason = error.reason {
            checkWord(reason, TransportError.Reason.allCases.map(\.rawValue), "reason")
        }
        guard !isVariable(kind), let word = kindNode.string else { return error }
        for (key, value) in members.sorted(by: { $0.value.range.lowerBound < $1.value.range.lowerBound }) {
            guard let kinds = ErrorDescription.kindsByKey[key], ErrorDescription.kinds.contains(word) else { continue }
            if !kinds.contains(word) {
                report(
                    value.location, "\"\(key)\" cannot go with the kind \"\(word)\"",
                    hint: "it goes with \(Wording.list(kinds))")
            }
        }
        return error
    }

    private mutating func checkWord(_ value: ScenarioValue, _ words: [String], _ noun: String) {
        guard let word = value.node.string, value.variables.isEmpty, !words.contains(word) else { return }
        let near = Spelling.suggestion(for: word, among: words)
        report(
            value.location, "unknown \(noun) \(value.node.quoted)",
            hint: near.map { "did you mean \"\($0)\"?" } ?? "use one of \(Wording.list(words))")
    }

    private mutating func readSent(_ node: JSONNode) -> SentExpectation? {
        guard let members = object(node, .sent) else { return nil }
        if node.members.isEmpty { report(node.location, "\"sent\" is empty") }
        var sent = SentExpectation(location: node.location)
        sent.method = expected(members["method"], "method", .string)
        sent.path = expected(members["path"], "path", .string)
        sent.query = namedValues(members["query"], "query", allows: comparable)
        sent.headers = namedValues(members["headers"], "headers", allows: comparable)
        sent.json = members["json"].map { expected($0) }
        sent.body = expected(members["body"], "body", .string)
        if let parts = members["parts"] { sent.parts = readParts(parts) }
        sent.times = expected(members["times"], "times", .number)
        if let times = members["times"]?.number, times.int.map({ $0 < 0 }) ?? true, let node = members["times"] {
            report(node.location, "\"times\" must be a whole number from 0")
        }
        return sent
    }

    private mutating func readParts(_ node: JSONNode) -> ScenarioValue? {
        guard expect(node, .array, "parts") else { return nil }
        for element in node.elements {
            guard let members = object(element, .part) else { continue }
            for name in ["name", "contentType", "body", "base64"] {
                _ = expected(members[name], name, .string)
            }
            _ = expected(members["fileName"], "fileName", .string, .null)
        }
        return expected(node)
    }

    private mutating func readElapsed(_ node: JSONNode) -> ElapsedExpectation? {
        guard let members = object(node, .elapsed) else { return nil }
        if node.members.isEmpty { report(node.location, "\"elapsed\" needs \"atLeast\" or \"atMost\"") }
        let elapsed = ElapsedExpectation(
            location: node.location, atLeast: seconds(members["atLeast"], "atLeast"),
            atMost: seconds(members["atMost"], "atMost"))
        if let least = members["atLeast"]?.number, let most = members["atMost"]?.number, least.double > most.double {
            report(node.location, "\"atLeast\" is more than \"atMost\"")
        }
        return elapsed
    }
}
