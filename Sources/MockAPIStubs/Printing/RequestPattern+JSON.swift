import MockAPICore
import MockAPIMatching

extension RequestPattern {
    /// The pattern as a stub file writes it.
    func json() throws(StubPrintingError) -> JSONValue {
        var object: JSONObject = [:]
        if let method = method.json { object.append("method", method) }
        if let (key, text) = url.member { object.append(key, .string(text)) }
        try Self.append("pathParameters", pathParameters, to: &object) { $0.json }
        try Self.append("queryParameters", queryParameters, to: &object) { $0.json }
        try Self.append("headers", headers, to: &object) { $0.json }
        try Self.append("cookies", cookies, to: &object) { $0.json }
        if let basicAuth {
            object.append(
                "basicAuth", ["username": .string(basicAuth.username), "password": .string(basicAuth.password)])
        }
        if let host { object.append("host", host.textOrJSON(ignoringCase: true)) }
        if let port { object.append("port", .integer(port)) }
        if let scheme { object.append("scheme", scheme.textOrJSON(ignoringCase: true)) }
        if let clientIP { object.append("clientIp", clientIP.textOrJSON(ignoringCase: false)) }
        try Self.append("formParameters", formParameters, to: &object) { $0.json }
        if !bodyPatterns.isEmpty { object.append("bodyPatterns", .array(bodyPatterns.map(\.json))) }
        return .object(object)
    }

    private static func append<Pattern>(
        _ key: String, _ patterns: [NamedPattern<Pattern>], to object: inout JSONObject, json: (Pattern) -> JSONValue
    ) throws(StubPrintingError) {
        if patterns.isEmpty { return }
        var members: JSONObject = [:]
        for named in patterns { members.append(named.name, json(named.pattern)) }
        if let name = members.duplicateKeys.first {
            throw StubPrintingError(
                "\"\(key)\" has several patterns for \(JSONValue.string(name)); a stub file has one for each name")
        }
        object.append(key, .object(members))
    }
}

extension MethodPattern {
    /// The value of `method`; `nil` for any.
    fileprivate var json: JSONValue? {
        switch self {
        case .any: nil
        case .one(let method): .string(method.rawValue)
        case .oneOf(let methods): ["oneOf": .array(methods.map { .string($0.rawValue) })]
        case .noneOf(let methods): ["noneOf": .array(methods.map { .string($0.rawValue) })]
        }
    }
}

extension URLPattern {
    /// The key and the text of the form; `nil` for any.
    fileprivate var member: (key: String, text: String)? {
        switch self {
        case .any: nil
        case .url(let wanted): ("url", wanted.text)
        case .urlPattern(let regex): ("urlPattern", regex.pattern)
        case .urlPath(let wanted): ("urlPath", wanted.text)
        case .urlPathPattern(let regex): ("urlPathPattern", regex.pattern)
        case .urlPathTemplate(let template): ("urlPathTemplate", template.text)
        }
    }
}

extension ValuePattern {
    /// The text alone where that means the same.
    fileprivate func textOrJSON(ignoringCase: Bool) -> JSONValue {
        if case .equalTo(let text, ignoringCase) = self { .string(text) } else { json }
    }
}
