/// Takes note of what property wrappers convert while models are decoded.
public final class ConversionLog: Sendable {
    @TaskLocal static var current: ConversionLog?

    private let storage = Locked<[Conversion]>([])

    /// Makes a log.
    public init() {}

    /// What was converted so far, in the order of decoding.
    public var conversions: [Conversion] { storage.withLock { $0 } }

    /// Decodes by `body` and takes note.
    public func recording<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self, operation: body)
    }

    static func note(_ conversion: Conversion) {
        current?.storage.withLock { $0.append(conversion) }
    }
}
