/// How stub files are read.
public struct StubReadingOptions: Sendable, Hashable {
    /// Whether what is ambiguous is read as WireMock reads it, with a warning, and comments and unknown keys are let
    /// pass.
    ///
    /// The strict reader adds `Content-Type: application/json` to a `jsonBody` without one; the lenient one adds nothing,
    /// as WireMock does. Stubs that it reads name themselves in their answers; see `Stub.plan()`.
    public var isLenient: Bool

    /// Makes options; without arguments, strict ones.
    public init(isLenient: Bool = false) { self.isLenient = isLenient }

    /// Reads exactly what the format says.
    public static let strict = StubReadingOptions()
    /// Reads the quirks of the format as WireMock does, and warns.
    public static let lenient = StubReadingOptions(isLenient: true)
}
