extension Stub {
    /// Whether the lenient reader made the stub.
    var isReadLeniently: Bool { origin?.isLenient ?? false }
}
