import Foundation
public import MockAPICore

/// As much of JSON Schema draft 07 as the schemas of the package use, so that tests can hold files against them.
public struct JSONSchemaValidator: Sendable {
    /// A keyword that is not read, so that nothing can be said.
    public struct Unsupported: Error, CustomStringConvertible {
        /// What it is.
        public var description: String
    }

    private let root: JSONValue

    /// Takes a schema.
    public init(_ schema: JSONValue) { root = schema }

    /// What is wrong with a value, each with its place in the value; empty where it is valid.
    ///
    /// `definition` names one of the schema's definitions to hold the value against instead of the whole.
    public func problems(of value: JSONValue, definition: String? = nil) throws -> [String] {
        let schema = definition.map { ["$ref": .string("#/definitions/\($0)")] } ?? root
        return try check(value, schema, at: JSONPath())
    }

    private static let annotations: Set<String> = [
        "$schema", "title", "description", "examples", "default", "definitions", "$comment",
    ]

    private func check(_ value: JSONValue, _ schema: JSONValue, at path: JSONPath) throws -> [String] {
        if let isAllowed = schema.bool { return isAllowed ? [] : ["\(path): nothing is allowed here"] }
        guard let keywords = schema.object else { throw Unsupported(description: "no schema: \(schema)") }
        if let reference = keywords["$ref"]?.string { return try check(value, try target(reference), at: path) }
        var problems: [String] = []
        for (keyword, argument) in keywords where !Self.annotations.contains(keyword) {
            problems += try check(value, keyword, argument, keywords, at: path)
        }
        return problems
    }

    private func target(_ reference: String) throws -> JSONValue {
        guard reference.hasPrefix("#"), !reference.contains("%"), !reference.contains("~") else {
            throw Unsupported(description: reference)
        }
        var value = root
        for name in reference.dropFirst().split(separator: "/") {
            guard let next = value[String(name)] ?? Int(name).flatMap({ value[$0] }) else {
                throw Unsupported(description: reference)
            }
            value = next
        }
        return value
    }

    private func check(
        _ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ all: JSONObject, at path: JSONPath
    ) throws -> [String] {
        func unless(_ isRight: Bool, _ problem: @autoclosure () -> String) -> [String] {
            isRight ? [] : ["\(path): \(problem())"]
        }
        func isValid(_ schema: JSONValue) throws -> Bool { try check(value, schema, at: path).isEmpty }
        switch keyword {
        case "type":
            let names = argument.array?.compactMap(\.string) ?? [argument.string].compactMap(\.self)
            return unless(names.contains { Self.is(value, $0) }, "is a \(value.typeName), not \(names)")
        case "enum": return unless(argument.array?.contains(value) ?? false, "is none of \(argument)")
        case "const": return unless(argument == value, "is not \(argument)")
        case "allOf": return try (argument.array ?? []).flatMap { try check(value, $0, at: path) }
        case "anyOf": return unless(try (argument.array ?? []).contains { try isValid($0) }, "fits none of anyOf")
        case "oneOf":
            let count = try (argument.array ?? []).count { try isValid($0) }
            return unless(count == 1, "fits \(count) of oneOf")
        case "not": return unless(try !isValid(argument), "fits what it must not fit")
        case "if":
            guard let branch = all[try isValid(argument) ? "then" : "else"] else { return [] }
            return try check(value, branch, at: path)
        case "then", "else": return []
        case "minimum", "maximum":
            guard let number = value.number?.double, let bound = argument.number?.double else { return [] }
            return unless(keyword == "minimum" ? number >= bound : number <= bound, "\(keyword) \(bound)")
        case "pattern":
            guard let text = value.string, let pattern = argument.string else { return [] }
            let regex = try NSRegularExpression(pattern: pattern)
            let range = NSRange(location: 0, length: text.utf16.count)
            return unless(regex.firstMatch(in: text, range: range) != nil, "does not match \(pattern)")
        case "items":
            guard argument.array == nil else { throw Unsupported(description: "a list of items") }
            return try (value.array ?? []).enumerated().flatMap {
                try check($0.element, argument, at: path.appending(.index($0.offset)))
            }
        case "minItems":
            return unless(value.array.map { $0.count >= argument.integer ?? 0 } ?? true, "too few elements")
        case "required", "properties", "additionalProperties", "propertyNames", "minProperties", "maxProperties":
            guard let object = value.object else { return [] }
            return try check(object, keyword, argument, all, at: path)
        default: throw Unsupported(description: keyword)
        }
    }

    private func check(
        _ object: JSONObject, _ keyword: String, _ argument: JSONValue, _ all: JSONObject, at path: JSONPath
    ) throws -> [String] {
        switch keyword {
        case "required":
            let missing = (argument.array ?? []).compactMap(\.string).filter { object[$0] == nil }
            return missing.map { "\(path): \($0) is missing" }
        case "properties":
            return try (argument.object ?? [:]).flatMap { key, schema in
                try object[key].map { try check($0, schema, at: path.appending(.key(key))) } ?? []
            }
        case "additionalProperties":
            if all["patternProperties"] != nil { throw Unsupported(description: "patternProperties") }
            return try object.filter { all["properties"]?[$0.key] == nil }.flatMap {
                try check($0.value, argument, at: path.appending(.key($0.key)))
            }
        case "propertyNames": return try object.flatMap { try check(.string($0.key), argument, at: path) }
        case "minProperties": return object.count >= argument.integer ?? 0 ? [] : ["\(path): too few keys"]
        default: return object.count <= argument.integer ?? 0 ? [] : ["\(path): too many keys"]
        }
    }

    private static func `is`(_ value: JSONValue, _ type: String) -> Bool {
        if type == "integer" { return value.number.map { $0.double.rounded() == $0.double } ?? false }
        return value.typeName == type
    }
}
