import Foundation

/// Makes a decoder's error into a mismatch: where, what is needed, what is there.
struct MismatchFinder {
    /// The body, where it is JSON.
    let document: JSONValue?

    func mismatch(_ error: any Error, located: LocatedError?) -> ModelMismatch {
        let cause = located?.cause ?? error
        var steps = located?.path ?? []
        var type = located?.type
        if located == nil, let context = (error as? DecodingError)?.context {
            steps = context.codingPath.map(LocatedError.Step.init)
            if case .typeMismatch(let wanted, _) = error as? DecodingError { type = wanted }
            if case .valueNotFound(let wanted, _) = error as? DecodingError { type = wanted }
        }
        if case .keyNotFound(let key, let context) = cause as? DecodingError, context.codingPath.count == steps.count {
            steps.append(LocatedError.Step(key))
            type = nil
        }
        let (path, value) = follow(steps)
        return ModelMismatch(
            path: path.description, expected: expected(type, value), foundType: value?.typeName ?? "nothing",
            foundValue: value.map { Self.shortened($0) } ?? "", detail: detail(cause, type: type, value: value))
    }

    /// Walks the steps through the body; keys that a strategy converted are found by their letters.
    private func follow(_ steps: [LocatedError.Step]) -> (JSONPath, JSONValue?) {
        var path = JSONPath()
        var value = document
        for step in steps {
            if let index = step.index, value?.object == nil {
                path = path.appending(index)
                value = value?[index]
                continue
            }
            let object = value?.object
            let letters = Self.letters(step.key)
            let key = object?[step.key] != nil ? step.key : object?.keys.first { Self.letters($0) == letters }
            path = path.appending(key ?? step.key)
            value = key.flatMap { object?[$0] }
        }
        return (path, value)
    }

    static func letters(_ key: String) -> String { key.lowercased().filter { $0 != "_" } }

    private func expected(_ type: (any Any.Type)?, _ value: JSONValue?) -> String {
        guard let type else { return "a value" }
        let name = Self.name(of: type)
        guard let number = value?.number else { return name }
        let fits = name == "number" || (name == "integer" && number.isInteger)
        return fits ? "\(name) that fits \(type)" : name
    }

    /// The word of JSON for what a Swift type is decoded from.
    private static func name(of type: any Any.Type) -> String {
        switch type {
        case let optional as any OptionalType.Type: name(of: optional.wrapped)
        case is String.Type: "string"
        case is Bool.Type: "boolean"
        case is any FixedWidthInteger.Type: "integer"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: "number"
        case is any ListType.Type: "array"
        case is any ObjectType.Type: "object"
        default: String(describing: type)
        }
    }

    /// The decoder's words, except where expected and found say the same.
    private func detail(_ error: any Error, type: (any Any.Type)?, value: JSONValue?) -> String? {
        let isNumber = value?.number != nil && type.map { ["integer", "number"].contains(Self.name(of: $0)) } == true
        if isNumber { return nil }
        guard let error = error as? DecodingError else { return "\(error)" }
        guard case .dataCorrupted(let context) = error else { return nil }
        return context.debugDescription
    }

    private static func shortened(_ value: JSONValue) -> String {
        let text = value.rendered()
        return text.unicodeScalars.count <= 60 ? text : "\(String(text.unicodeScalars.prefix(59)))…"
    }
}

private protocol OptionalType {
    static var wrapped: any Any.Type { get }
}

private protocol ListType {}

private protocol ObjectType {}

extension Optional: OptionalType {
    fileprivate static var wrapped: any Any.Type { Wrapped.self }
}

extension Array: ListType {}

extension Set: ListType {}

extension Dictionary: ObjectType {}
