/// The value of one parameter: a scalar, a list, or parameters of its own.
public indirect enum ParameterValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number; not finite ones cannot be sent as JSON.
    case number(Double)
    /// A truth value.
    case boolean(Bool)
    /// Several values under one name.
    case array([ParameterValue])
    /// Parameters under this one.
    case object(Parameters)
    /// Nothing: left out of a query and of a form, `null` in JSON.
    case null

    /// Makes a value of a text, or `null` of none.
    public init(_ value: String?) { self = value.map { .string($0) } ?? .null }

    /// Makes a value of a whole number, or `null` of none.
    public init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }

    /// Makes a value of a number, or `null` of none.
    public init(_ value: Double?) { self = value.map { .number($0) } ?? .null }

    /// Makes a value of a truth value, or `null` of none.
    public init(_ value: Bool?) { self = value.map { .boolean($0) } ?? .null }
}

extension ParameterValue: ExpressibleByStringInterpolation {
    /// Makes a text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension ParameterValue: ExpressibleByIntegerLiteral {
    /// Makes a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
}

extension ParameterValue: ExpressibleByFloatLiteral {
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }
}

extension ParameterValue: ExpressibleByBooleanLiteral {
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension ParameterValue: ExpressibleByArrayLiteral {
    /// Makes a list.
    public init(arrayLiteral elements: ParameterValue...) { self = .array(elements) }
}

extension ParameterValue: ExpressibleByDictionaryLiteral {
    /// Makes parameters in the order written.
    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        self = .object(Parameters(elements.map { Parameter($0.0, $0.1) }))
    }
}

extension ParameterValue: ExpressibleByNilLiteral {
    /// Makes nothing.
    public init(nilLiteral: ()) { self = .null }
}
