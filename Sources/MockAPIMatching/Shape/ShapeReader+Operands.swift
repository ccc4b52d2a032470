import MockAPICore

extension ShapeReader {
    /// Whether a matcher that takes nothing is switched on; `false` would mean nothing, so it is refused.
    mutating func isTrue(_ value: JSONValue, _ key: String, _ path: JSONPath) -> Bool {
        if value.bool == true { return true }
        report(path, "\"\(key)\" must be true", hint: "for the opposite, write {\"$not\": {\"\(key)\": true}}")
        return false
    }

    mutating func types(_ value: JSONValue, _ path: JSONPath) -> [ShapeType]? {
        let names = value.array ?? [value]
        let types = names.compactMap { name -> ShapeType? in
            if let type = name.string.flatMap(ShapeType.init) { return type }
            let all = ShapeType.allCases.map(\.rawValue)
            let near = name.string.flatMap { Spelling.suggestion(for: $0, among: all) }
            report(
                path, "unknown type \(name.rendered(.compact))",
                hint: near.map { "did you mean \"\($0)\"?" } ?? "there are \(all.joined(separator: ", "))")
            return nil
        }
        if names.isEmpty { report(path, "\"$type\" needs a type") }
        return types.isEmpty || types.count < names.count ? nil : types
    }

    mutating func regex(_ value: JSONValue, _ path: JSONPath) -> RegexPattern? {
        guard let text = value.string else {
            report(path, "\"$regex\" must be a string, found \(value.typeName)")
            return nil
        }
        do { return try RegexPattern(text) } catch {
            report(path, "\(error)")
            return nil
        }
    }

    mutating func date(_ value: JSONValue, _ path: JSONPath) -> DateShape? {
        if value.bool == true { return .dateOrTime }
        let names = DateShape.named.map(\.name)
        guard let text = value.string, !text.isEmpty else {
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            report(
                path, "\"$date\" must be true or a form", hint: "there are \(list), and patterns such as \"yyyy-MM-dd\""
            )
            return nil
        }
        if let shape = DateShape.named.first(where: { $0.name == text })?.shape { return shape }
        if text.contains("yy") || text.contains("MM") || text.contains("HH") || text.contains("dd") {
            return .pattern(text)
        }
        let near = Spelling.suggestion(for: text, among: names)
        report(
            path, "unknown form of a date \(Quoted.text(text))",
            hint: near.map { "did you mean \"\($0)\"?" } ?? "there are \(names.joined(separator: ", "))")
        return nil
    }

    /// A number alone is met within a millionth of its size; an object says how near.
    mutating func approximation(_ value: JSONValue, _ path: JSONPath) -> ShapeCondition? {
        for number in [value.number, value["value"]?.number, value["within"]?.number].compactMap(\.self)
        where !number.double.isFinite {
            report(path, "\(Excerpt.of(number.literal, limit: 40)) in \"$approx\" is not a finite number")
            return nil
        }
        if let number = value.number { return .approx(number, within: max(abs(number.double) * 1e-6, 1e-12)) }
        if let object = value.object, object.count == 2, let number = object["value"]?.number,
            let within = object["within"]?.number, within.double >= 0
        {
            return .approx(number, within: within.double)
        }
        report(path, "\"$approx\" must be a number, or {\"value\": 3.14, \"within\": 0.01}")
        return nil
    }

    mutating func length(_ value: JSONValue, _ path: JSONPath) -> CountRange? {
        if let count = count(value) { return CountRange(least: count, most: count) }
        if let object = value.object, !object.isEmpty, object.keys.allSatisfy(["atLeast", "atMost"].contains) {
            return range(least: object["atLeast"], most: object["atMost"], ("atLeast", "atMost"), path)
        }
        report(path, "\"$length\" must be a whole number, or {\"atLeast\": 1, \"atMost\": 3}")
        return nil
    }

    mutating func range(
        least: JSONValue?, most: JSONValue?, _ names: (String, String), _ path: JSONPath
    ) -> CountRange? {
        var range = CountRange(namesLeast: least != nil)
        for (value, name) in [(least, names.0), (most, names.1)] {
            guard let value else { continue }
            guard let count = count(value) else {
                report(path, "\"\(name)\" must be a whole number from 0, found \(value.rendered(.compact))")
                return nil
            }
            if name == names.0 { range.least = count } else { range.most = count }
        }
        if let most = range.most, most < range.least {
            report(path, "\"\(names.0)\" is more than \"\(names.1)\"")
            return nil
        }
        return range
    }

    private func count(_ value: JSONValue) -> Int? { value.integer.flatMap { $0 >= 0 ? $0 : nil } }

    mutating func pattern(_ value: JSONValue, _ path: JSONPath) -> ValuePattern? {
        do { return try readPattern(value) } catch {
            report(JSONPath(path.components + error.path.components), error.message, hint: error.hint)
            return nil
        }
    }
}

extension ShapeCondition {
    /// Whether a regular expression is run, which may take long on a long text.
    var usesRegex: Bool {
        switch self {
        case .regex: true
        case .matches(let pattern): pattern.usesRegex
        default: false
        }
    }
}
