public import MockAPICore

/// Which request methods match; methods are compared with case (RFC 9110, section 9.1).
public enum MethodPattern: Sendable, Hashable {
    /// Any method.
    case any
    /// One method.
    case one(HTTPMethod)
    /// One of several methods.
    case oneOf([HTTPMethod])
    /// Any method but these.
    case noneOf([HTTPMethod])

    /// Whether a method's bytes match.
    public func matches(_ method: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .any: true
        case .one(let wanted): method.elementsEqual(wanted.rawValue.utf8)
        case .oneOf(let wanted): wanted.contains { method.elementsEqual($0.rawValue.utf8) }
        case .noneOf(let unwanted): !unwanted.contains { method.elementsEqual($0.rawValue.utf8) }
        }
    }

    /// Whether a method matches.
    public func matches(_ method: HTTPMethod) -> Bool { matches(Array(method.rawValue.utf8)[...]) }

    /// What is expected, such as `GET` or `one of GET, PUT`.
    public var explanation: String {
        switch self {
        case .any: "any method"
        case .one(let wanted): wanted.rawValue
        case .oneOf(let wanted): "one of \(wanted.map(\.rawValue).joined(separator: ", "))"
        case .noneOf(let unwanted): "none of \(unwanted.map(\.rawValue).joined(separator: ", "))"
        }
    }
}
