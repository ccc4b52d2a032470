import Foundation
import MockAPICore

/// Values of the types that are written as one token, for the decoder that shows what types ask for.
enum ShapeSample {
    /// Shape and value of a type that is written alike everywhere; `nil` for all others.
    static func scalar(_ type: Any.Type) -> (TypeShape, Any)? {
        switch type {
        case is String.Type: return (.scalar(.string), "text")
        case is Bool.Type: return (.scalar(.boolean), true)
        case is Double.Type: return (.scalar(.number), Double(1))
        case is Float.Type: return (.scalar(.number), Float(1))
        case is Decimal.Type: return (.scalar(.number), Decimal(1))
        case let integer as any FixedWidthInteger.Type: return (.scalar(.integer), one(integer))
        case is Date.Type: return (.scalar(.date), Date(timeIntervalSince1970: 0))
        case is URL.Type: return URL(string: "https://example.com/").map { (.scalar(.url), $0) }
        case is UUID.Type: return (.scalar(.uuid), UUID())
        case is Data.Type: return (.scalar(.base64), Data())
        default: return nil
        }
    }

    private static func one<T: FixedWidthInteger>(_ type: T.Type) -> Any { T(1) }

    /// The cases of an enumeration that lists them, with their raw values.
    static func choice(_ type: Any.Type) -> (shape: TypeShape, first: Any)? {
        guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
        return cases(type)
    }

    private static func cases<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> (shape: TypeShape, first: Any)? {
        guard let first = T.allCases.first else { return nil }
        let values = T.allCases.compactMap { ModelJSON.scalar($0.rawValue) }
        return values.isEmpty ? nil : (.choice(values), first)
    }
}

/// A type that holds values of another type: the shape is that of what it holds.
protocol ShapeContainer {
    /// A value that holds one value, or none where that cannot be made.
    static func sample(_ decoder: ShapeDecoder) throws -> Any
}

extension Optional: ShapeContainer where Wrapped: Decodable {
    static func sample(_ decoder: ShapeDecoder) throws -> Any {
        decoder.node.askedForNull()
        return (try? decoder.decode(Wrapped.self)) as Any
    }
}

extension Array: ShapeContainer where Element: Decodable {
    static func sample(_ decoder: ShapeDecoder) throws -> Any {
        let element = try? decoder.child(decoder.node.element()).decode(Element.self)
        return element.map { [$0] } ?? []
    }
}

extension Set: ShapeContainer where Element: Decodable {
    static func sample(_ decoder: ShapeDecoder) throws -> Any {
        let element = try? decoder.child(decoder.node.element()).decode(Element.self)
        return element.map { Set([$0]) } ?? Set()
    }
}

extension Dictionary: ShapeContainer where Key == String, Value: Decodable {
    static func sample(_ decoder: ShapeDecoder) throws -> Any {
        let node = ShapeNode(Value.self)
        let value = try? decoder.child(node).decode(Value.self)
        decoder.node.take(.dictionary(node.shape))
        return value.map { ["key": $0] } ?? [:]
    }
}
