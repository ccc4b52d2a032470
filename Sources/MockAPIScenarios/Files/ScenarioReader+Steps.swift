import MockAPIClient
import MockAPICore

extension ScenarioReader {
    /// Reads one step; `nil` where it cannot be made, which `findings` then tell.
    mutating func readStep(_ node: JSONNode, number: Int) -> ScenarioStep? {
        uses = []
        let given = node.kind == .object ? node["name"]?.string : nil
        let name = given ?? "step \(number)"
        stepName = given.map { "step \"\($0)\"" } ?? name
        defer { stepName = nil }
        guard let members = object(node, .step) else { return nil }
        _ = text(members["name"], "name")
        let stubs = members["stubs"].map { self.stubs($0) } ?? StepStubs()
        let client = clientSettings(members["client"])
        guard let sendNode = members["send"] else {
            report(node.location, "a step needs \"send\"")
            return nil
        }
        let send = readSend(sendNode)
        let captureNode = members["capture"]
        var expect = StepExpectation(location: node.location)
        if let expectNode = members["expect"] {
            expect = readExpectation(expectNode, send)
        } else if captureNode == nil {
            report(node.location, "\(stepName ?? name) cannot fail", hint: "add \"expect\"")
        }
        let captures = readCaptures(captureNode, number: number)
        guard let send else { return nil }
        return ScenarioStep(
            name: name, location: node.location, stubs: stubs, client: client, send: send, expect: expect,
            captures: captures, variables: uses)
    }

    private mutating func readCaptures(_ node: JSONNode?, number: Int) -> [StepCapture] {
        guard let node, expect(node, .object, "capture") else { return [] }
        if node.members.isEmpty { report(node.location, "\"capture\" is empty") }
        return node.members.compactMap { member in
            guard TemplateText.isVariableName(member.key) else {
                report(
                    member.keyNode.location, "\(member.keyNode.quoted) is no name of a variable",
                    hint: "use letters, digits, \"_\", \"-\" and \".\", with a letter or \"_\" first")
                return nil
            }
            variables[member.key] = .some(nil)
            guard expect(member.value, .string, member.key), let text = member.value.string else { return nil }
            do {
                let path = try JSONPath(parsing: text)
                return StepCapture(name: member.key, path: path, location: member.value.location)
            } catch {
                report(member.value.location, "\(member.value.quoted) is no JSON path: \(error)")
                return nil
            }
        }
    }

    /// Reads client settings; none where there is no node.
    mutating func clientSettings(_ node: JSONNode?) -> ClientSettings {
        var settings = ClientSettings()
        guard let node, let members = object(node, .client) else { return settings }
        if let mode = members["stubMode"] { settings.stubMode = stubMode(mode) }
        if let token = members["accessToken"] {
            let value = value(token)
            if token.kind == .string || token.kind == .null {
                settings.accessToken = value
            } else {
                report(
                    token.location,
                    "\"accessToken\" must be a string or null, found \(Wording.found(token.value))")
            }
        }
        settings.defaultHeaders = headers(members["defaultHeaders"], "defaultHeaders")
        settings.cachePolicy = cachePolicy(members["cachePolicy"])
        if let plugins = members["plugins"] { settings.plugins = pluginNames(plugins) }
        return settings
    }

    private mutating func cachePolicy(_ node: JSONNode?) -> CachePolicy? {
        guard let node, let text = text(node, "cachePolicy") else { return nil }
        if let policy = CachePolicy(rawValue: text) { return policy }
        let words = CachePolicy.allCases.map(\.rawValue)
        let near = Spelling.suggestion(for: text, among: words)
        report(
            node.location, "unknown cache policy \(node.quoted)",
            hint: near.map { "did you mean \"\($0)\"?" } ?? "use one of \(Wording.list(words))")
        return nil
    }

    private mutating func pluginNames(_ node: JSONNode) -> [String] {
        let names = texts(node, "plugins")
        for element in node.elements {
            guard let name = element.string, catalog.plugin(name) == nil else { continue }
            let near = Spelling.suggestion(for: name, among: catalog.pluginNames)
            let all =
                catalog.pluginNames.isEmpty
                ? "the catalog has none" : "the catalog has " + Wording.list(catalog.pluginNames)
            report(
                element.location, "unknown plugin \(element.quoted)",
                hint: near.map { "did you mean \"\($0)\"?" } ?? all)
        }
        return names
    }

    private mutating func stubMode(_ node: JSONNode) -> ClientSettings.Mode? {
        if let text = node.string {
            switch text {
            case "never": return .never
            case "immediate": return .immediate
            default:
                let near = Spelling.suggestion(for: text, among: ["never", "immediate", "delayed"])
                report(
                    node.location, "unknown stub mode \(node.quoted)",
                    hint: near == nil || near == "delayed"
                        ? "use \"never\", \"immediate\" or {\"delayed\": seconds}"
                        : near.map { "did you mean \"\($0)\"?" })
                return nil
            }
        }
        guard let members = object(node, .stubMode) else { return nil }
        guard let delay = members["delayed"] else {
            report(node.location, "a stub mode that is an object needs \"delayed\"")
            return nil
        }
        guard let value = seconds(delay, "delayed") else { return nil }
        guard let number = value.node.number else {
            report(delay.location, "\"delayed\" cannot be a variable", hint: "write the number of seconds")
            return nil
        }
        return .delayed(.seconds(number.double))
    }

    /// Header fields that are sent: strings, numbers or lists of them, with valid names.
    mutating func headers(_ node: JSONNode?, _ name: String) -> [ExpectedMember] {
        let members = namedValues(node, name, allows: [.string, .number, .bool, .array])
        for member in node.map(\.members) ?? [] where !HTTPField(member.key, "").isValid {
            report(member.keyNode.location, "\(member.keyNode.quoted) is no name of a header field")
        }
        return members
    }

    private mutating func readSend(_ node: JSONNode) -> StepSend? {
        guard let members = object(node, .send) else { return nil }
        let timeout = seconds(members["timeout"], "timeout")
        let cancelAfter = seconds(members["cancelAfter"], "cancelAfter")
        let kind: StepSend.Kind?
        switch (members["request"], members["http"]) {
        case (let request?, nil):
            refuse(["headers", "json", "body"], of: members, with: "request")
            kind = catalogRequest(request, with: members["with"])
        case (nil, let http?):
            refuse(["with"], of: members, with: "http")
            kind = plainRequest(http, members)
        case (_?, let http?):
            report(http.location, "\"http\" cannot go with \"request\"", hint: "use one of them")
            kind = nil
        case (nil, nil):
            report(node.location, "\"send\" needs \"request\" or \"http\"")
            kind = nil
        }
        return kind.map { StepSend(kind: $0, location: node.location, timeout: timeout, cancelAfter: cancelAfter) }
    }

    private mutating func refuse(_ keys: [String], of members: [String: JSONNode], with other: String) {
        for key in keys {
            guard let node = members[key] else { continue }
            report(node.location, "\"\(key)\" cannot go with \"\(other)\"")
        }
    }

    private mutating func catalogRequest(_ node: JSONNode, with parameters: JSONNode?) -> StepSend.Kind? {
        let value = parameters.map { self.value($0) }
        if let parameters, !expect(parameters, .object, "with") { return nil }
        guard let name = text(node, "request") else { return nil }
        guard let entry = catalog[name] else {
            let near = Spelling.suggestion(for: name, among: catalog.names)
            let all = catalog.names.isEmpty ? "the catalog is empty" : "the catalog has " + Wording.list(catalog.names)
            report(node.location, "unknown request \(node.quoted)", hint: near.map { "did you mean \"\($0)\"?" } ?? all)
            return nil
        }
        let known = value.map { self.known($0) } ?? .object(JSONObject())
        if let known, case .problems(let problems) = entry.prepare(known) {
            for problem in problems {
                let place = value?.location(of: problem.path) ?? node.location
                report(place, "parameters of \"\(name)\": \(problem.message)", hint: problem.hint)
            }
            return nil
        }
        return .catalog(entry, with: value)
    }

    private mutating func plainRequest(_ node: JSONNode, _ members: [String: JSONNode]) -> StepSend.Kind? {
        let headers = headers(members["headers"], "headers")
        var content = PlainRequest.Content.none
        if let json = members["json"] { content = .json(value(json)) }
        if let body = members["body"] {
            if members["json"] != nil { report(body.location, "\"body\" cannot go with \"json\"") }
            let value = value(body)
            if expect(body, .string, "body") { content = .text(value) }
        }
        guard expect(node, .string, "http"), let text = node.string else { return nil }
        let line = value(node)
        if let problem = PlainRequestLine.problem(of: text) {
            report(
                node.location, "\(node.quoted) is no request: \(problem)",
                hint: "write \"GET /path?query\" or \"GET http://host/path\"")
            return nil
        }
        return .http(PlainRequest(line: line, headers: headers, content: content))
    }
}
