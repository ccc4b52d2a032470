/// Names a set of base URLs: that of a kind of build, or any other.
public struct ServiceEnvironment: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name.
    public var rawValue: String

    /// Makes an environment of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an environment of a name.
    public init(stringLiteral value: String) { rawValue = value }

    /// What developers build.
    public static let debug: ServiceEnvironment = "debug"
    /// What users get.
    public static let release: ServiceEnvironment = "release"

    /// The text shown to people.
    public var description: String { rawValue }
}
