#if canImport(FoundationNetworking)
extension Duration {
    /// The time as URLSession takes it.
    ///
    /// FoundationNetworking cuts fractions of a second off, so that 0.3 s would be over at once: they are rounded up. It
    /// counts in milliseconds of 32 bits: eleven days are the most.
    var timeoutInterval: Double { min(max(1, inSeconds.rounded(.up)), 1_000_000) }
}
#else
extension Duration {
    /// The time as URLSession takes it.
    var timeoutInterval: Double { max(0.001, inSeconds) }
}
#endif
