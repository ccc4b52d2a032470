import MockAPICore

extension ModelJSON {
    /// How deep reflection goes, so that objects that hold each other come to an end.
    private static let maximumDepth = 64

    /// The JSON of a model that is not `Encodable`, made of what `Mirror` shows.
    ///
    /// Structures and classes (with their superclasses) become objects of their stored properties, `nil` becomes
    /// `null`, collections arrays, dictionaries objects. A case of an enumeration becomes its raw value where it has
    /// one, its name where it carries nothing, else an object of its name and what it carries. A tuple with labels
    /// becomes an object, without labels an array, `()` becomes `null`.
    static func reflected(_ model: Any, depth: Int = 0) throws -> JSONValue {
        guard depth < maximumDepth else { return .string("…") }
        let mirror = Mirror(reflecting: model)
        let part = { (value: Any) throws in try partJSON(of: value, depth: depth + 1) }
        switch mirror.displayStyle {
        case .optional:
            return try mirror.children.first.map { try part($0.value) } ?? .null
        case .collection, .set:
            return sorted(.array(try mirror.children.map { try part($0.value) }), of: model)
        case .dictionary:
            return sorted(.object(JSONObject(try pairs(mirror, part))), of: model)
        case .enum:
            return try enumCase(model, mirror, part)
        case .tuple:
            if mirror.children.isEmpty { return .null }
            let isLabelled = mirror.children.allSatisfy { $0.label?.first != "." }
            if isLabelled { return .object(try properties(mirror, part)) }
            return .array(try mirror.children.map { try part($0.value) })
        default:
            return .object(try properties(mirror, part))
        }
    }

    private static func partJSON(of value: Any, depth: Int) throws -> JSONValue {
        if scalar(value) != nil || value is any Encodable { return try json(of: value) }
        return try reflected(value, depth: depth)
    }

    private static func properties(_ mirror: Mirror, _ part: (Any) throws -> JSONValue) throws -> JSONObject {
        var object = try mirror.superclassMirror.map { try properties($0, part) } ?? JSONObject()
        for (label, value) in mirror.children {
            guard let label else { continue }
            if label.hasPrefix("_"), let wrapped = Mirror(reflecting: value).descendant("wrappedValue") {
                object.append(String(label.dropFirst()), try part(wrapped))
            } else if label.hasPrefix(lazyPrefix) {
                object.append(String(label.dropFirst(lazyPrefix.count)), try part(value))
            } else {
                object.append(label, try part(value))
            }
        }
        return object
    }

    private static let lazyPrefix = "$__lazy_storage_$_"

    private static func pairs(
        _ mirror: Mirror, _ part: (Any) throws -> JSONValue
    ) throws -> [(key: String, value: JSONValue)] {
        try mirror.children.map { child in
            let pair = Array(Mirror(reflecting: child.value).children.map(\.value))
            guard pair.count == 2 else { return ("", .null) }
            return (keyText(try part(pair[0])), try part(pair[1]))
        }
    }

    private static func keyText(_ key: JSONValue) -> String {
        if case .string(let text) = key { text } else { key.rendered(.compact) }
    }

    private static func enumCase(
        _ model: Any, _ mirror: Mirror, _ part: (Any) throws -> JSONValue
    ) throws -> JSONValue {
        if let raw = model as? any RawRepresentable { return try part(raw.rawValue) }
        guard let payload = mirror.children.first else { return .string(String(describing: model)) }
        var object = JSONObject()
        object.append(payload.label ?? "", try part(payload.value))
        return .object(object)
    }
}
