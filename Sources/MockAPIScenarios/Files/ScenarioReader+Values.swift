import MockAPICore
import MockAPIMatching
import MockAPIStubs

extension ScenarioReader {
    /// Notes an error.
    mutating func report(_ location: FileLocation, _ message: String, hint: String? = nil) {
        findings.append(Finding(.error, at: location, message, hint: hint))
    }

    /// The members of an object by key, with errors for keys that are unknown.
    mutating func object(_ node: JSONNode, _ keys: ObjectKeys) -> [String: JSONNode]? {
        guard node.kind == .object else {
            report(node.location, "\(keys.object) must be an object, found \(Wording.found(node.value))")
            return nil
        }
        var members: [String: JSONNode] = [:]
        for member in node.members {
            if keys.known.contains(member.key) {
                if members[member.key] == nil { members[member.key] = member.value }
            } else if !keys.ignored.contains(member.key) {
                let near = Spelling.suggestion(for: member.key, among: keys.known)
                let hint = near.map { "did you mean \"\($0)\"?" }
                report(
                    member.keyNode.location, "unknown key \(member.keyNode.quoted) in \(keys.object)",
                    hint: hint ?? "\(keys.object) can have \(Wording.list(keys.known))")
            }
        }
        return members
    }

    /// Whether a value has a type, with an error where it has another.
    mutating func expect(_ node: JSONNode, _ kind: JSONKind, _ name: String) -> Bool {
        if node.kind == kind { return true }
        report(
            node.location,
            "\"\(name)\" must be \(Wording.article(kind)), found \(Wording.found(node.value))")
        return false
    }

    /// A text without variables.
    mutating func text(_ node: JSONNode?, _ name: String) -> String? {
        guard let node, expect(node, .string, name) else { return nil }
        return node.string
    }

    /// A list of texts without variables.
    mutating func texts(_ node: JSONNode?, _ name: String) -> [String] {
        guard let node, expect(node, .array, name) else { return [] }
        return node.elements.compactMap { element in
            if let text = element.string { return text }
            report(
                element.location, "\"\(name)\" must hold strings, found \(Wording.found(element.value))")
            return nil
        }
    }

    /// A value with its variables, each of which must be defined here.
    mutating func value(_ node: JSONNode) -> ScenarioValue {
        let value = ScenarioValue(node: node, variables: variableUses(node))
        uses += value.variables
        return value
    }

    /// A value that something found is compared with.
    mutating func expected(_ node: JSONNode) -> ScenarioValue {
        let value = value(node)
        checkMatchers(of: value)
        return value
    }

    /// A value of one of the types given, or a string that is nothing but a variable.
    mutating func expected(_ node: JSONNode?, _ name: String, _ kinds: JSONKind...) -> ScenarioValue? {
        guard let node else { return nil }
        let value = expected(node)
        if kinds.contains(node.kind) || isVariable(value) || value.isMatcher { return value }
        let wanted = kinds.map { Wording.article($0) }.joined(separator: " or ")
        report(node.location, "\"\(name)\" must be \(wanted), found \(Wording.found(node.value))")
        return nil
    }

    /// A number of seconds that is not negative, or a variable that may become one.
    mutating func seconds(_ node: JSONNode?, _ name: String) -> ScenarioValue? {
        guard let node else { return nil }
        let value = value(node)
        let known = isVariable(value) ? self.known(value) : node.value
        guard let problem = known.flatMap({ StepSeconds.problem(of: $0, name) }) else { return value }
        report(node.location, problem)
        return nil
    }

    /// The named values of an object: headers or query pairs.
    ///
    /// Those that are sent, and not compared, are no matchers.
    mutating func namedValues(
        _ node: JSONNode?, _ name: String, allows: [JSONKind], matchers: Bool = true
    ) -> [ExpectedMember] {
        guard let node, expect(node, .object, name) else { return [] }
        if matchers, node.members.isEmpty {
            report(
                node.location, "\"\(name)\" is empty, so it cannot fail", hint: "leave it out, or name what is expected"
            )
        }
        return node.members.compactMap { member in
            let value = matchers ? expected(member.value) : value(member.value)
            let elements = member.value.kind == .array && allows.contains(.array) ? member.value.elements : []
            let wrong = elements.first { !scalarKinds.contains($0.kind) }
            let isAllowed = allows.contains(member.value.kind) || isVariable(value) || matchers && value.isMatcher
            if isAllowed, wrong == nil { return ExpectedMember(name: member.key, value: value) }
            let found = wrong ?? member.value
            report(
                found.location,
                "the value of \(member.keyNode.quoted) in \"\(name)\" cannot be \(Wording.article(found.kind))")
            return nil
        }
    }

    private var scalarKinds: [JSONKind] { [.string, .number, .bool] }

    /// Whether a value is a string that is nothing but a variable.
    func isVariable(_ value: ScenarioValue) -> Bool {
        guard let text = value.node.string, let template = try? TemplateText(text) else { return false }
        if template.pieces.count == 1, case .variable = template.pieces[0] { return true }
        return false
    }

    private mutating func variableUses(_ node: JSONNode) -> [ScenarioValue.VariableUse] {
        switch node.kind {
        case .object:
            var uses: [ScenarioValue.VariableUse] = []
            for member in node.members { uses += variableUses(member.value) }
            return uses
        case .array:
            var uses: [ScenarioValue.VariableUse] = []
            for element in node.elements { uses += variableUses(element) }
            return uses
        case .string:
            guard let text = node.string, text.contains("{{") else { return [] }
            return variableUses(text, at: node.location)
        default: return []
        }
    }

    private mutating func variableUses(_ text: String, at location: FileLocation) -> [ScenarioValue.VariableUse] {
        let template: TemplateText
        do {
            template = try TemplateText(text)
        } catch {
            report(location, error.message, hint: error.hint)
            return []
        }
        for name in template.variables where variables[name] == nil {
            let near = Spelling.suggestion(for: name, among: variables.keys)
            report(
                location, "unknown variable \"\(name)\"" + (stepName.map { " in \($0)" } ?? ""),
                hint: near.map { "did you mean \"\($0)\"?" }
                    ?? "define it in \"variables\", or capture it in an earlier step")
        }
        return template.variables.map { ScenarioValue.VariableUse(name: $0, location: location) }
    }

    /// Errors for objects in an expected value that look like matchers and are none.
    ///
    /// What holds variables is only known when the step runs.
    private mutating func checkMatchers(of value: ScenarioValue) {
        guard value.variables.isEmpty else { return }
        do { _ = try ShapeMatchers(reading: value.resolved([:])) } catch {
            for problem in error.problems {
                report(value.location(of: problem.path), problem.message, hint: problem.hint)
            }
        }
    }
}
