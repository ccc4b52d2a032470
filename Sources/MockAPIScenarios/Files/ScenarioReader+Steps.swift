import MockAPICore

extension ScenarioReader {
    /// Reads a list of steps and parallel groups.
    mutating func readSteps(_ node: JSONNode, _ phase: StepPhase) -> [ScenarioStep] {
        guard expect(node, .array, phase.rawValue) else { return [] }
        if node.elements.isEmpty { report(node.location, "\"\(phase.rawValue)\" is empty", hint: "add a step") }
        var steps: [ScenarioStep] = []
        var number = 0
        for element in node.elements {
            if element.kind == .object, element["parallel"] != nil {
                steps += readGroup(element, phase, after: &number)
            } else {
                number += 1
                if let step = readStep(element, phase, number, nil) { steps.append(step) }
            }
        }
        return steps
    }

    /// Reads one step; `nil` where it cannot be made, which `findings` then tell.
    private mutating func readStep(
        _ node: JSONNode, _ phase: StepPhase, _ number: Int, _ group: GroupContext?
    ) -> ScenarioStep? {
        uses = group?.uses ?? []
        let given = node.kind == .object ? node["name"]?.string : nil
        let name = given ?? "\(phase.noun) \(number)"
        stepName = given.map { "\(phase.noun) \"\($0)\"" } ?? name
        defer { stepName = nil }
        guard let members = object(node, .step) else { return nil }
        _ = text(members["name"], "name")
        let skip = reason(members["skip"])
        let states = states(members["given"])
        let repeats = repetitions(members["repeat"])
        let outerIteration = variables[ScenarioStep.iterationVariable]
        if members["repeat"] != nil { variables[ScenarioStep.iterationVariable] = .some(nil) }
        let eventually = members["eventually"].flatMap { readEventually($0) }
        let stubs = members["stubs"].map { self.stubs($0) } ?? StepStubs()
        let client = clientSettings(members["client"])
        guard let sendNode = members["send"] else {
            report(node.location, "a step needs \"send\"" + (group == nil ? " or \"parallel\"" : ""))
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
        if members["repeat"] != nil {
            variables[ScenarioStep.iterationVariable] = outerIteration
            uses.removeAll { $0.name == ScenarioStep.iterationVariable }
        }
        let captures = readCaptures(captureNode, send)
        guard let send else { return nil }
        return ScenarioStep(
            name: name, location: node.location, phase: phase, content: given == nil ? Self.hash(node.text) : nil,
            number: number, skip: skip ?? group?.skip,
            group: group?.group, given: states, stubs: stubs,
            client: group.map { client.overriding($0.client) } ?? client, send: send, repeats: repeats,
            eventually: eventually, expect: expect, captures: captures, variables: uses)
    }

    /// A hash of bytes that is the same in every process: FNV-1a with 64 bits.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return String(hash, radix: 16)
    }

    /// Reads steps that run at once: none of them has what another one captures, and what changes the server is theirs
    /// together.
    private mutating func readGroup(_ node: JSONNode, _ phase: StepPhase, after number: inout Int) -> [ScenarioStep] {
        uses = []
        guard let members = object(node, .group), let parallel = members["parallel"] else { return [] }
        _ = text(members["name"], "name")
        let skip = reason(members["skip"])
        let client = clientSettings(members["client"])
        let group = StepGroup(
            location: node.location, stubs: members["stubs"].map { stubs($0) } ?? StepStubs(),
            given: states(members["given"]))
        let context = GroupContext(group: group, client: client, skip: skip, uses: uses)
        guard expect(parallel, .array, "parallel") else { return [] }
        if parallel.elements.count < 2 {
            report(parallel.location, "\"parallel\" needs two steps or more", hint: "write a single step without it")
        }
        let before = variables
        var captured: [String: String] = [:]
        var steps: [ScenarioStep] = []
        for element in parallel.elements {
            number += 1
            variables = before
            guard isMember(element, "\(phase.noun) \(number)", &captured) else { continue }
            if let step = readStep(element, phase, number, context) { steps.append(step) }
        }
        variables = before
        for name in captured.keys { variables[name] = .some(nil) }
        return steps
    }

    /// Whether something may be a step of a group, with errors for what a step cannot have there.
    private mutating func isMember(_ node: JSONNode, _ name: String, _ captured: inout [String: String]) -> Bool {
        guard node.kind == .object else { return true }
        if let inner = node["parallel"] {
            report(inner.location, "a parallel group cannot stand in another one", hint: "move its steps out of it")
            return false
        }
        for key in ["stubs", "given"] {
            guard let value = node[key] else { continue }
            report(
                value.location, "a step of a parallel group cannot have \"\(key)\" of its own",
                hint: "all of them meet the same server; move it beside \"parallel\"")
        }
        for member in node["capture"]?.members ?? [] {
            if let other = captured.updateValue(name, forKey: member.key) {
                report(
                    member.keyNode.location, "\(member.keyNode.quoted) is captured by \(other) of the same group, too",
                    hint: "use another name")
            }
        }
        return true
    }

    /// Why something is not run: a text that says something.
    mutating func reason(_ node: JSONNode?) -> String? {
        guard let node, let text = text(node, "skip") else { return nil }
        if text.trimmingBlanks.isEmpty { report(node.location, "\"skip\" needs a reason", hint: "say why") }
        return text
    }

    /// How often a step is sent: a whole number, or a variable that may become one.
    private mutating func repetitions(_ node: JSONNode?) -> ScenarioValue? {
        guard let node else { return nil }
        let value = value(node)
        let known = isVariable(value) ? self.known(value) : node.value
        guard let problem = known.flatMap({ StepRepetitions.problem(of: $0) }) else { return value }
        report(node.location, problem)
        return nil
    }

    private mutating func readEventually(_ node: JSONNode) -> EventualExpectation? {
        guard let members = object(node, .eventually) else { return nil }
        guard members["within"] != nil else {
            report(node.location, "\"eventually\" needs \"within\"")
            return nil
        }
        guard let within = seconds(members["within"], "within") else { return nil }
        let every = seconds(members["every"], "every")
        if let most = members["within"]?.number, let pause = members["every"]?.number, pause.double > most.double {
            report(node.location, "\"every\" is more than \"within\", so there would be no second attempt in time")
        }
        return EventualExpectation(location: node.location, within: within, every: every)
    }

    /// Reads what the provider has to be like: names, or names with parameters.
    mutating func states(_ node: JSONNode?) -> [ProviderState] {
        guard let node, expect(node, .array, "given") else { return [] }
        if node.elements.isEmpty { report(node.location, "\"given\" is empty") }
        return node.elements.compactMap { element in
            if let name = element.string {
                return ProviderState(name: name, parameters: nil, location: element.location)
            }
            guard let members = object(element, .state) else { return nil }
            guard let nameNode = members["name"] else {
                report(element.location, "a provider state needs \"name\"")
                return nil
            }
            let parameters = members["parameters"].map { value($0) }
            if let parameters = members["parameters"], !expect(parameters, .object, "parameters") { return nil }
            return text(nameNode, "name").map {
                ProviderState(name: $0, parameters: parameters, location: element.location)
            }
        }
    }
}

/// What a parallel group hands on to its steps while it is read.
private struct GroupContext {
    let group: StepGroup
    let client: ClientSettings
    let skip: String?
    /// The variables that the group itself uses.
    let uses: [ScenarioValue.VariableUse]
}

/// The numbers of times that a step can be sent.
enum StepRepetitions {
    /// The largest number.
    static let most = 100_000

    /// What is wrong with a value as such a number; `nil` where nothing is.
    static func problem(of value: JSONValue) -> String? {
        if let number = value.number?.int, 1...most ~= number { return nil }
        return "\"repeat\" must be a whole number from 1 to \(most), found \(Wording.found(value))"
    }
}
