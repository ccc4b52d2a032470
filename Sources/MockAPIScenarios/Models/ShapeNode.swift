import MockAPICore

/// What a type asked for at one place while it was decoded from nothing.
final class ShapeNode {
    private enum Content {
        case unknown(String)
        case fixed(TypeShape)
        case object
        case list(ShapeNode)
    }

    private var content: Content
    private var members: [(name: String, node: ShapeNode)] = []
    /// Whether the type asked first whether the member is there.
    private(set) var mayBeAbsent = false
    /// Whether the type asked whether the value is `null`.
    private(set) var mayBeNull = false
    /// Whether the member is taken for absent, since its type cannot be decoded from nothing.
    var isLeftOut = false

    /// Makes a place of a type that has not asked for anything yet.
    init(_ type: Any.Type) { content = .unknown("\(type)") }

    func askedForAbsence() { mayBeAbsent = true }
    func askedForNull() { mayBeNull = true }
    func take(_ shape: TypeShape) { if case .unknown = content { content = .fixed(shape) } }

    func beginObject() { if case .unknown = content { content = .object } }

    func element() -> ShapeNode {
        if case .list(let known) = content { return known }
        let element = ShapeNode(Any.self)
        if case .unknown = content { content = .list(element) }
        return element
    }

    func member(_ name: String) -> ShapeNode {
        if let known = members.first(where: { $0.name == name }) { return known.node }
        let node = ShapeNode(Any.self)
        members.append((name, node))
        return node
    }

    /// Names the type, as long as nothing else is known.
    func name(_ type: Any.Type) { if case .unknown = content { content = .unknown("\(type)") } }

    /// The shape as far as it is known.
    var shape: TypeShape {
        let shape: TypeShape =
            switch content {
            case .unknown(let name): .opaque(name)
            case .fixed(let shape): shape
            case .list(let element): .list(element.shape)
            case .object:
                .object(
                    members.map {
                        TypeShape.Field(name: $0.name, shape: $0.node.shape, isRequired: !$0.node.mayBeAbsent)
                    })
            }
        return mayBeNull && !shape.isOptional ? .optional(shape) : shape
    }
}
