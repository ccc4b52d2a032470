/// What a request gave for the parameters of the pattern that it matched.
public struct PatternMatch: Sendable, Hashable {
    /// The parameters of the path, decoded, in the template's order.
    public var parameters: [PathParameter]

    /// Makes a match.
    public init(parameters: [PathParameter] = []) { self.parameters = parameters }

    /// The value of a parameter of the path.
    public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}
