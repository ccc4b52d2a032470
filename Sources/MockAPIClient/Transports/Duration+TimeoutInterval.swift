#if canImport(FoundationNetworking)
extension Duration {
    /// The time as URLSession takes it.
    ///
    /// FoundationNetworking cuts fractions of a second off, so that 0.3 s would be over at once: they are rounded up.
    var timeoutInterval: Double { max(1, inSeconds.rounded(.up)) }
}
#else
extension Duration {
    /// The time as URLSession takes it.
    var timeoutInterval: Double { max(0.001, inSeconds) }
}
#endif
