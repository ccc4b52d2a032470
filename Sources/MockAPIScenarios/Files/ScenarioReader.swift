import MockAPICore
import MockAPIStubs

/// Reads one scenario file and collects all that is wrong with it.
struct ScenarioReader {
    /// The typed requests that steps may name.
    let catalog: RequestCatalog
    /// Where stubs come from.
    var stubs: StubSource
    /// The folders in which body files of inline stubs are looked for, the nearest first.
    let bodyFolders: [String]
    /// The stubs of a scenario that names none.
    var defaultStubs: [Stub] = []
    /// The variables that the run gives; they win over those of the file.
    var givenVariables: [String: JSONValue] = [:] {
        didSet { variables = givenVariables.mapValues { .some($0) } }
    }
    /// What is wrong so far.
    var findings: [Finding] = []
    /// The variables that are defined where reading has come to, with their values where the file itself gives them.
    var variables: [String: JSONValue?] = [:]
    /// The step that is read, as messages name it.
    var stepName: String?
    /// The variables used by what is read.
    var uses: [ScenarioValue.VariableUse] = []

    init(catalog: RequestCatalog, stubs: StubSource, bodyFolders: [String]) {
        self.catalog = catalog
        self.stubs = stubs
        self.bodyFolders = bodyFolders
    }

    /// Reads a document; `nil` where something is wrong with it, which `findings` then tell.
    mutating func read(_ document: JSONDocument) -> Scenario? {
        for key in document.duplicateKeys {
            report(key.location, "duplicate key \(key.quoted)", hint: "keep one of them")
        }
        guard let members = object(document.root, .scenario) else { return nil }
        let fileName = document.file.split(separator: "/").last.map(String.init) ?? document.file
        let name =
            text(members["name"], "name") ?? (fileName.hasSuffix(".json") ? String(fileName.dropLast(5)) : fileName)
        let tags = texts(members["tags"], "tags")
        let stubs = members["stubs"].map { self.stubs($0) } ?? StepStubs(files: defaultStubs)
        let variables = readVariables(members["variables"])
        let client = clientSettings(members["client"])
        let skip = reason(members["skip"])
        let given = states(members["given"])
        let setup = members["setup"].map { readSteps($0, .setup) } ?? []
        if members["steps"] == nil { report(document.root.location, "a scenario needs \"steps\"") }
        let steps = members["steps"].map { readSteps($0, .steps) } ?? []
        let teardown = members["teardown"].map { readSteps($0, .teardown) } ?? []
        guard !findings.contains(where: { $0.severity == .error }) else { return nil }
        return Scenario(
            name: name, location: document.root.location, tags: tags, skip: skip, stubs: stubs, variables: variables,
            client: client, given: given, setup: setup, steps: steps, teardown: teardown)
    }

    /// The findings in the order of their places.
    var sortedFindings: [Finding] {
        let places = findings.enumerated().map { (line: $1.location?.line ?? 0, column: $1.location?.column ?? 0, $0) }
        return places.sorted { $0 < $1 }.map { findings[$0.2] }
    }

    private mutating func readVariables(_ node: JSONNode?) -> [ScenarioVariable] {
        guard let node, expect(node, .object, "variables") else { return [] }
        return node.members.compactMap { member in
            guard isVariableName(member) else { return nil }
            let value = self.value(member.value)
            let known = isTooLarge(value, member.key) ? nil : known(value)
            variables[member.key] = .some(givenVariables[member.key] ?? known)
            return ScenarioVariable(name: member.key, value: value)
        }
    }

    /// Whether a key can name a variable, with an error where it cannot.
    mutating func isVariableName(_ member: JSONMember) -> Bool {
        if TemplateText.isVariableName(member.key) { return true }
        report(
            member.keyNode.location, "\(member.keyNode.quoted) is no name of a variable",
            hint: "use letters, digits, \"_\", \"-\" and \".\", with a letter or \"_\" first")
        return false
    }

    /// Whether a variable grows past what it may be, with an error where it does.
    private mutating func isTooLarge(_ value: ScenarioValue, _ name: String) -> Bool {
        guard VariableSize.of(value, variables.compactMapValues(\.self)) > VariableSize.most else { return false }
        report(value.location, VariableSize.problem(of: name), hint: "it holds other variables too often")
        return true
    }

    /// The value with its variables replaced, where the file alone tells all of them.
    func known(_ value: ScenarioValue) -> JSONValue? {
        var values: [String: JSONValue] = [:]
        for use in value.variables {
            guard let known = variables[use.name] ?? nil else { return nil }
            values[use.name] = known
        }
        return value.resolved(values)
    }
}

extension JSONNode {
    /// The text of the value as the file has it, for messages.
    var quoted: String { String(decoding: text, as: UTF8.self) }
}
