import MockAPIClient
import MockAPICore

extension ScenarioReader {
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
        if let refresh = members["refresh"] { settings.refresh = readRefresh(refresh) }
        if let cookies = members["cookies"] { settings.cookies = flag(cookies, "cookies") }
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
        let members = namedValues(node, name, allows: [.string, .number, .bool, .array], matchers: false)
        for member in node.map(\.members) ?? [] where !HTTPField(member.key, "").isValid {
            report(member.keyNode.location, "\(member.keyNode.quoted) is no name of a header field")
        }
        return members
    }
}
