import MockAPICore

/// Reads mappings from a JSON text, collecting what is wrong with them.
///
/// Every mistake of a mapping is found in one pass; a mapping with an error gives no stub.
struct StubReader {
    /// How to read.
    let options: StubReadingOptions
    /// Where `bodyFileName` is looked up.
    let bodyFiles: BodyFiles
    /// What was found so far.
    private(set) var findings: [Finding] = []
    /// How many of the findings are errors.
    private(set) var errorCount = 0
    /// The body files that mappings name, by the path to open.
    var usedBodyFiles: Set<String> = []
    /// The identities that mappings bring, with their places.
    var explicitIDs: [(id: String, location: FileLocation)] = []
    /// The answers made of the text that is read.
    var knownAnswers = KnownAnswers()
    /// Repeated keys that are not reported yet, in the order of the text.
    private var duplicates: ArraySlice<JSONNode> = []

    init(options: StubReadingOptions, bodyFiles: BodyFiles) {
        self.options = options
        self.bodyFiles = bodyFiles
    }

    /// Whether the quirks of the format are read as WireMock reads them.
    var isLenient: Bool { options.isLenient }

    /// Notes an error.
    mutating func error(at node: JSONNode, _ message: String, hint: String? = nil) {
        note(.error, at: node.location, message, hint: hint)
    }

    /// Notes a doubt.
    mutating func warning(at node: JSONNode, _ message: String, hint: String? = nil) {
        note(.warning, at: node.location, message, hint: hint)
    }

    /// Notes what is an error to the strict reader and a warning to the lenient one.
    mutating func ambiguity(at node: JSONNode, _ message: String, hint: String? = nil) {
        ambiguity(at: node.location, message, hint: hint)
    }

    /// Notes what is an error to the strict reader and a warning to the lenient one.
    mutating func ambiguity(at location: FileLocation, _ message: String, hint: String? = nil) {
        note(isLenient ? .warning : .error, at: location, message, hint: hint)
    }

    /// Takes over what another reader has found in the text behind.
    mutating func take(_ other: StubReader) {
        findings += other.findings
        errorCount += other.errorCount
        usedBodyFiles.formUnion(other.usedBodyFiles)
        explicitIDs += other.explicitIDs
    }

    private mutating func note(
        _ severity: Finding.Severity, at location: FileLocation, _ message: String, hint: String?
    ) {
        findings.append(Finding(severity, at: location, message, hint: hint))
        if severity == .error { errorCount += 1 }
    }
}

// MARK: - Findings

extension StubReader {
    /// The findings in the order of their places.
    var sortedFindings: [Finding] {
        findings.enumerated().sorted { left, right in
            let (first, second) = (left.element.location, right.element.location)
            return (first?.line ?? 0, first?.column ?? 0, left.offset)
                < (second?.line ?? 0, second?.column ?? 0, right.offset)
        }.map(\.element)
    }

    /// Reports identities that another stub has: state, counters and the admin API go by them.
    mutating func reportRepeatedIDs(_ places: inout [String: FileLocation]) {
        for (id, location) in explicitIDs {
            guard let earlier = places[id] else {
                places[id] = location
                continue
            }
            ambiguity(
                at: location, "the id \(Self.quoted(id)) is taken by the stub at \(earlier)",
                hint: isLenient ? "this stub takes its place" : "give each stub an id of its own")
        }
    }
}

// MARK: - Repeated keys

extension StubReader {
    /// Takes the repeated keys of a text, to be reported with the mapping that they stand in.
    mutating func expectDuplicates(_ keys: [JSONNode]) { duplicates = keys[...] }

    /// Reports the repeated keys up to the end of a range, or all that are left.
    mutating func reportDuplicates(in range: Range<Int>?) {
        while let key = duplicates.first, range.map({ key.range.lowerBound < $0.upperBound }) ?? true {
            duplicates.removeFirst()
            ambiguity(
                at: key, "duplicate key \(Self.quoted(key.string ?? ""))",
                hint: isLenient ? "the last one is read" : "keep one of them")
        }
    }
}

// MARK: - Objects

/// The members of an object whose keys were checked.
struct ObjectMembers {
    fileprivate(set) var members: [JSONMember] = []

    /// The value of a key; of repeated keys the last, as in WireMock.
    subscript(key: String) -> JSONNode? { members.last { $0.key == key }?.value }

    /// The place of a key.
    func keyNode(_ key: String) -> JSONNode? { members.last { $0.key == key }?.keyNode }

    /// Those of `keys` that are there, in the order in which they stand.
    func present(_ keys: [String]) -> [JSONMember] { members.filter { keys.contains($0.key) } }
}

extension StubReader {
    /// The members of an object that are read; other keys are reported.
    mutating func members(of node: JSONNode, _ table: KeyTable) -> ObjectMembers? {
        guard node.kind == .object else {
            error(at: node, "\(table.object) must be an object, found \(Self.found(node))")
            return nil
        }
        var result = ObjectMembers()
        for member in node.members {
            switch table.support(of: member.key) {
            case .supported:
                if isLenient && member.value.kind == .null && !Self.keysThatTakeNull.contains(member.key) {
                    warning(at: member.value, "\"\(member.key)\" is null and is read as if it were absent")
                } else {
                    result.members.append(member)
                }
            case .ignored: break
            case .notYet(let hint):
                error(at: member.keyNode, "\"\(member.key)\" is not supported yet", hint: hint)
            case nil:
                ambiguity(
                    at: member.keyNode, "unknown key \(Self.quoted(member.key))",
                    hint: Self.hint(forUnknown: member.key, table))
            }
        }
        return result
    }

    /// The members of an object whose keys are the user's; the lenient reader takes the last of repeated ones.
    func namedMembers(of node: JSONNode) -> [JSONMember] {
        let members = node.members
        guard isLenient else { return members }
        var last: [String: Int] = [:]
        for (index, member) in members.enumerated() { last[member.key] = index }
        return members.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
    }

    private static let keysThatTakeNull: Set<String> = ["absent", "equalToJson", "jsonBody"]

    private static func hint(forUnknown key: String, _ table: KeyTable) -> String {
        if let place = KeyTable.placed.first(where: { $0.object != table.object && $0.support(of: key) == .supported })
        {
            return "it belongs into \(place.object)"
        }
        if let word = Spelling.suggestion(for: key, among: table.keys.map(\.name)) {
            return "did you mean \"\(word)\"?"
        }
        return "\(table.object) can have \(table.supportedKeys.joined(separator: ", "))"
    }
}

// MARK: - Values

extension StubReader {
    /// A text.
    mutating func string(_ node: JSONNode, _ key: String) -> String? {
        if let text = node.string { return text }
        let hint = node.kind == .number || node.kind == .bool ? "write \"\(Self.text(node))\"" : nil
        error(at: node, "\"\(key)\" must be a string, found \(Self.found(node))", hint: hint)
        return nil
    }

    /// A truth value.
    mutating func bool(_ node: JSONNode, _ key: String) -> Bool? {
        if let value = node.bool { return value }
        let isQuoted = node.string.map { ["true", "false"].contains($0) } ?? false
        let hint = isQuoted ? "write \(node.string ?? "") without quotes" : nil
        error(at: node, "\"\(key)\" must be true or false, found \(Self.found(node))", hint: hint)
        return nil
    }

    /// A whole number of a range.
    mutating func integer(_ node: JSONNode, _ key: String, in range: ClosedRange<Int>) -> Int? {
        if let value = node.integer, range.contains(value) { return value }
        let kind =
            range.lowerBound == .min ? "an integer" : "an integer from \(range.lowerBound) to \(range.upperBound)"
        var hint: String?
        if let text = node.string, let value = Int(text), range.contains(value) {
            hint = "write \(text) without quotes"
        }
        error(at: node, "\"\(key)\" must be \(kind), found \(Self.found(node))", hint: hint)
        return nil
    }

    /// What a value is, for messages: `string "200"`, `number 7`, `an object`.
    static func found(_ node: JSONNode) -> String {
        switch node.kind {
        case .object: "an object"
        case .array: "an array"
        case .null: "null"
        case .bool: text(node)
        case .number: "number \(text(node))"
        case .string: "string \(quoted(node.string ?? ""))"
        }
    }

    /// The JSON text of a scalar, cut where it is long.
    static func text(_ node: JSONNode) -> String { shortened(node.value.rendered(.compact)) }

    /// A text as a JSON string, cut where it is long.
    static func quoted(_ text: String) -> String { JSONValue.string(shortened(text)).rendered(.compact) }

    private static func shortened(_ text: String) -> String {
        text.unicodeScalars.count <= 60 ? text : "\(String(text.unicodeScalars.prefix(60)))…"
    }
}
