import MockAPICore

/// What a Swift type is decoded from, as far as its decoding shows.
indirect enum TypeShape: Sendable, Hashable {
    /// The values that are written as one token.
    enum Scalar: String, Sendable, Hashable {
        case string, integer, number, boolean, date, url, uuid, base64
    }

    /// One member of an object.
    struct Field: Sendable, Hashable {
        var name: String
        var shape: TypeShape
        /// Whether decoding fails where the member is not there.
        var isRequired: Bool
    }

    case scalar(Scalar)
    /// One of the raw values of an enumeration.
    case choice([JSONValue])
    case object([Field])
    case list(TypeShape)
    /// An object of any keys.
    case dictionary(TypeShape)
    /// The value, or `null`.
    case optional(TypeShape)
    /// A type that contains itself; its name.
    case again(String)
    /// Any JSON.
    case any
    /// A type whose decoding shows nothing; its name.
    case opaque(String)
}

extension TypeShape {
    /// Whether `null` is decoded as well.
    var isOptional: Bool { if case .optional = self { true } else { false } }

    /// The shape of what is there, if something is.
    var unwrapped: TypeShape { if case .optional(let shape) = self { shape.unwrapped } else { self } }

    /// The type in words of JSON, such as `list of objects`.
    var typeText: String {
        switch self {
        case .scalar(.base64): "string (base64)"
        case .scalar(.date): "string (date)"
        case .scalar(.url): "string (URL)"
        case .scalar(.uuid): "string (UUID)"
        case .scalar(let scalar): scalar.rawValue
        case .choice(let values): "one of " + values.map { $0.rendered(.compact) }.joined(separator: ", ")
        case .object: "object"
        case .list(let element): "list of \(element.unwrapped.typeText)"
        case .dictionary(let value): "object of \(value.unwrapped.typeText)"
        case .optional(let shape): shape.typeText
        case .again(let name), .opaque(let name): name
        case .any: "any JSON"
        }
    }

    /// A member with the way to it from the root.
    struct Place: Sendable, Hashable {
        /// Names with points between them; `[]` stands for each element of a list, `*` for each key.
        var path: String
        var type: String
        /// Whether the value may be missing or `null`.
        var isOptional: Bool
    }

    /// All members below, in the order in which they are decoded.
    var places: [Place] {
        var places: [Place] = []
        collect("", into: &places)
        return places
    }

    private func collect(_ prefix: String, into places: inout [Place]) {
        switch self {
        case .object(let fields):
            for field in fields {
                let path = prefix.isEmpty ? field.name : "\(prefix).\(field.name)"
                places.append(
                    Place(
                        path: path, type: field.shape.typeText, isOptional: !field.isRequired || field.shape.isOptional
                    ))
                field.shape.collect(path, into: &places)
            }
        case .list(let element): element.collect("\(prefix)[]", into: &places)
        case .dictionary(let value): value.collect(prefix.isEmpty ? "*" : "\(prefix).*", into: &places)
        case .optional(let shape): shape.collect(prefix, into: &places)
        case .scalar, .choice, .again, .any, .opaque: break
        }
    }
}
