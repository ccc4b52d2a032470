import MockAPICore

/// A JSON value of a scenario file, with its place, in which `{{name}}` stands for variables.
///
/// A string that is nothing but one `{{name}}` becomes the variable's value with its JSON type; inside a longer string
/// the value is inserted as text (arrays and objects as compact JSON). Names of members are never looked into.
struct ScenarioValue: Sendable {
    /// The value as it stands in the file.
    let node: JSONNode
    /// The names of the variables used, in order of places, with the places of their strings.
    let variables: [VariableUse]

    /// One use of a variable.
    struct VariableUse: Sendable, Hashable {
        var name: String
        var location: FileLocation
    }

    /// Where the value stands.
    var location: FileLocation { node.location }

    /// The value with its variables replaced; a variable that is missing stays as `{{name}}`.
    func resolved(_ variables: [String: JSONValue]) -> JSONValue {
        self.variables.isEmpty && !containsEscape ? node.value : Self.resolve(node.value, variables)
    }

    /// The value as reports show it: variables replaced, and `{"$literal": x}` being `x`.
    func expected(_ variables: [String: JSONValue]) -> JSONValue {
        Self.withoutLiterals(resolved(variables))
    }

    /// Whether the value is an object that stands for something else, such as `{"$type": "integer"}`.
    var isMatcher: Bool { node.kind == .object && node.members.first?.key.hasPrefix("$") ?? false }

    /// The place of the value that a path leads to below this one, or of the nearest one above it.
    func location(of path: JSONPath) -> FileLocation {
        var current = path.components.first.map { $0.isMatcherKey ? node : Self.insideLiteral(node) } ?? node
        for component in path.components {
            let next: JSONNode? =
                switch component {
                case .key(let key): current[key]
                case .index(let index): current[index]
                }
            guard let next else { break }
            current = component.isMatcherKey ? next : Self.insideLiteral(next)
        }
        return current.location
    }

    private var containsEscape: Bool { node.text.contains(UInt8(ascii: "\\")) }

    private static func insideLiteral(_ node: JSONNode) -> JSONNode {
        guard node.kind == .object else { return node }
        let members = node.members
        return members.count == 1 && members[0].key == "$literal" ? members[0].value : node
    }

    private static func withoutLiterals(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object):
            if object.count == 1, let literal = object["$literal"] { return literal }
            return .object(JSONObject(object.map { ($0.key, withoutLiterals($0.value)) }))
        case .array(let elements): return .array(elements.map { withoutLiterals($0) })
        default: return value
        }
    }

    private static func resolve(_ value: JSONValue, _ variables: [String: JSONValue]) -> JSONValue {
        switch value {
        case .string(let text): resolve(text, variables)
        case .array(let elements): .array(elements.map { resolve($0, variables) })
        case .object(let object):
            .object(JSONObject(object.map { ($0.key, resolve($0.value, variables)) }))
        default: value
        }
    }

    private static func resolve(_ text: String, _ variables: [String: JSONValue]) -> JSONValue {
        guard let template = try? TemplateText(text) else { return .string(text) }
        if template.pieces.count == 1, case .variable(let name) = template.pieces[0] {
            return variables[name] ?? .string(text)
        }
        let pieces = template.pieces.map { piece in
            switch piece {
            case .text(let plain): plain
            case .variable(let name): variables[name].map { inserted($0) } ?? "{{\(name)}}"
            }
        }
        return .string(pieces.joined())
    }

    private static func inserted(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.rendered(.compact) }
    }
}

extension JSONPath.Component {
    /// Whether this leads into a matcher and not to a member.
    fileprivate var isMatcherKey: Bool { if case .key(let key) = self { key.hasPrefix("$") } else { false } }
}
