import MockAPICore

/// Reads the matchers of a document, and reports what looks like one and is none.
struct ShapeReader {
    /// The keys of matchers, in the order of the documentation.
    static let keys: [(name: String, companion: String?)] = [
        ("$type", nil), ("$regex", nil), ("$date", nil), ("$uuid", nil), ("$oneOf", nil), ("$any", nil),
        ("$absent", nil), ("$null", nil), ("$each", nil), ("$min", "$each"), ("$max", "$each"), ("$contains", nil),
        ("$unordered", nil), ("$approx", nil), ("$length", nil), ("$not", nil), ("$literal", nil), ("$matches", nil),
    ]

    let readPattern: (JSONValue) throws(ShapeProblem) -> ValuePattern
    private(set) var matchers: [JSONValue: ShapeMatcher] = [:]
    private(set) var problems: [ShapeProblem] = []

    init(readPattern: @escaping (JSONValue) throws(ShapeProblem) -> ValuePattern) { self.readPattern = readPattern }

    /// Reads what stands in a document, at any depth.
    mutating func read(_ value: JSONValue, at path: JSONPath) {
        switch value {
        case .null, .bool, .number, .string: break
        case .array(let elements):
            for (index, element) in elements.enumerated() { read(element, at: path.appending(index)) }
        case .object(let object):
            if object.contains(where: { $0.key.hasPrefix("$") }) {
                readMatcher(object, at: path)
            } else {
                for (key, member) in object { read(member, at: path.appending(key)) }
            }
        }
    }

    private mutating func readMatcher(_ object: JSONObject, at path: JSONPath) {
        if object["$literal"] != nil, object.count > 1 {
            return report(path.appending("$literal"), "\"$literal\" must be the only key of its object")
        }
        let problemsBefore = problems.count
        var conditions: [ShapeCondition] = []
        for (key, value) in object {
            let place = path.appending(key)
            guard let known = Self.keys.first(where: { $0.name == key }) else {
                reportUnknown(key, at: place)
                continue
            }
            if let companion = known.companion {
                if object[companion] == nil { report(place, "\"\(key)\" goes with \"\(companion)\"") }
                continue
            }
            if let condition = condition(key, value, object, at: place) { conditions.append(condition) }
        }
        guard problems.count == problemsBefore, !conditions.isEmpty else { return }
        matchers[.object(object)] = ShapeMatcher(source: .object(object), conditions: conditions)
    }

    private mutating func reportUnknown(_ key: String, at path: JSONPath) {
        let escape = "write {\"$literal\": {…}} for an object that has such a key"
        guard key.hasPrefix("$") else {
            return report(path, "\(Quoted.text(key)) stands beside keys of a matcher", hint: escape)
        }
        let near = Spelling.suggestion(for: key, among: Self.keys.map(\.name))
        report(path, "unknown matcher \(Quoted.text(key))", hint: near.map { "did you mean \"\($0)\"?" } ?? escape)
    }

    mutating func report(_ path: JSONPath, _ message: String, hint: String? = nil) {
        problems.append(ShapeProblem(at: path, message, hint: hint))
    }

    private mutating func condition(
        _ key: String, _ value: JSONValue, _ object: JSONObject, at path: JSONPath
    ) -> ShapeCondition? {
        switch key {
        case "$uuid": return isTrue(value, key, path) ? .uuid : nil
        case "$any": return isTrue(value, key, path) ? .any : nil
        case "$absent": return isTrue(value, key, path) ? .absent : nil
        case "$null": return isTrue(value, key, path) ? .null : nil
        case "$literal": return .literal(value)
        case "$not", "$contains":
            read(value, at: path)
            return key == "$not" ? .not(value) : .contains(value)
        case "$oneOf", "$unordered":
            guard let elements = value.array, key == "$unordered" || !elements.isEmpty else {
                report(path, "\"\(key)\" needs a list of values")
                return nil
            }
            read(value, at: path)
            return key == "$oneOf" ? .oneOf(elements) : .unordered(elements)
        case "$each":
            read(value, at: path)
            return range(least: object["$min"], most: object["$max"], ("$min", "$max"), path).map { .each(value, $0) }
        case "$type": return types(value, path).map(ShapeCondition.type)
        case "$regex": return regex(value, path).map(ShapeCondition.regex)
        case "$date": return date(value, path).map(ShapeCondition.date)
        case "$approx": return approximation(value, path)
        case "$length": return length(value, path).map(ShapeCondition.length)
        default: return pattern(value, path).map(ShapeCondition.matches)
        }
    }
}
