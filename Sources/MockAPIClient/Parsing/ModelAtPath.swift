import Foundation

/// A model somewhere in a body, reached by the decoder itself, so that its strategies stay in force.
struct ModelAtPath<Model: Decodable>: Decodable {
    let model: Model

    /// Decodes a body.
    static func decode(by decoder: any ModelDecoder, from data: Data, at path: ModelPath) throws -> Model {
        try PathOfModel.$current.withValue(path.path) { try decoder.decode(Self.self, from: data).model }
    }

    init(from decoder: any Decoder) throws {
        model = try Self.model(at: PathOfModel.current.components[...], from: decoder)
    }

    private static func model(at path: ArraySlice<JSONPath.Component>, from decoder: any Decoder) throws -> Model {
        guard let first = path.first else { return try LocatingDecoder.decode(Model.self, from: decoder) }
        switch first {
        case .key(let name):
            let container = try decoder.container(keyedBy: AnyKey.self)
            let wanted = AnyKey(stringValue: name)
            let letters = MismatchFinder.letters(name)
            let key =
                container.contains(wanted)
                ? wanted : container.allKeys.first { MismatchFinder.letters($0.stringValue) == letters }
            guard let key else {
                if let none = nothing { return none }
                throw DecodingError.keyNotFound(
                    wanted, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no \(name)"))
            }
            if try container.decodeNil(forKey: key), let none = nothing { return none }
            return try model(at: path.dropFirst(), from: container.superDecoder(forKey: key))
        case .index(let index):
            var container = try decoder.unkeyedContainer()
            let place = index < 0 ? index + (container.count ?? 0) : index
            while !container.isAtEnd, container.currentIndex < place { _ = try container.superDecoder() }
            guard !container.isAtEnd, place >= 0 else {
                if let none = nothing { return none }
                throw DecodingError.valueNotFound(
                    Model.self,
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no element \(index)"))
            }
            return try model(at: path.dropFirst(), from: container.superDecoder())
        }
    }

    /// `nil`, where the model is an optional.
    private static var nothing: Model? { (Model.self as? any OptionalModel.Type)?.noValue as? Model }
}

extension Located {
    /// Decodes a body for the place of an error.
    static func decode<Inner>(by decoder: any ModelDecoder, from data: Data, at path: ModelPath) throws -> Inner
    where Model == ModelAtPath<Inner> {
        try PathOfModel.$current.withValue(path.path) { try decoder.decode(Self.self, from: data).value.model }
    }
}

/// The path that the current task decodes at, since decoders hand on nothing else.
private enum PathOfModel {
    @TaskLocal static var current = JSONPath()
}

/// A key of any name.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
