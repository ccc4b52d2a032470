/// The way from the root of a JSON value to one value in it, written `$.users[0]['first name']`.
///
/// This is the singular query of RFC 9535 (section 2.3.5.1): names and indices only, negative indices from the end.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    /// One step of a path.
    public enum Component: Sendable, Hashable {
        /// The member with this key.
        case key(String)
        /// The element at this index, counted from the end where it is negative.
        case index(Int)

        /// Whether two steps are the same, keys by their Unicode scalars.
        public static func == (left: Component, right: Component) -> Bool {
            switch (left, right) {
            case (.key(let left), .key(let right)): JSONText.isSame(left, right)
            case (.index(let left), .index(let right)): left == right
            default: false
            }
        }

        /// Adds the step to a hash.
        public func hash(into hasher: inout Hasher) {
            switch self {
            case .key(let key): JSONText.hash(key, into: &hasher)
            case .index(let index): hasher.combine(index)
            }
        }
    }

    /// The steps from the root on.
    public var components: [Component]

    /// Makes a path of steps; without any, that of the root.
    public init(_ components: [Component] = []) { self.components = components }

    /// The path to a member of what this one leads to.
    public func appending(_ key: String) -> JSONPath { appending(.key(key)) }

    /// The path to an element of what this one leads to.
    public func appending(_ index: Int) -> JSONPath { appending(.index(index)) }

    /// The path with one more step.
    public func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }

    /// The value that the path leads to; `nil` where there is none.
    public func value(in root: JSONValue) -> JSONValue? {
        components.reduce(root as JSONValue?) { value, component in
            switch component {
            case .key(let key): value?[key]
            case .index(let index): value?[index]
            }
        }
    }

    /// The node that the path leads to; `nil` where there is none.
    public func node(in root: JSONNode) -> JSONNode? {
        components.reduce(root as JSONNode?) { node, component in
            switch component {
            case .key(let key): node?[key]
            case .index(let index): node?[index]
            }
        }
    }

    /// The path as `init(parsing:)` reads it.
    public var description: String {
        components.reduce(into: "$") { text, component in
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += Self.isPlainName(key) ? ".\(key)" : "['\(Self.escaped(key))']"
            }
        }
    }

    /// Whether a key can stand after a point (RFC 9535, section 2.5.1.1).
    static func isPlainName(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, !isDigit(first) else { return false }
        return key.unicodeScalars.allSatisfy(isNameScalar)
    }

    static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: scalar.value >= 0x80
        }
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

    private static func escaped(_ key: String) -> String {
        key.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{C}": text += "\\f"
            case "\r": text += "\\r"
            case ..<" ":
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
