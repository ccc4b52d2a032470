#if DEBUG
extension ServiceEnvironment {
    /// The environment of this build: packages are built as the app is.
    public static let current = ServiceEnvironment.debug
}
#else
extension ServiceEnvironment {
    /// The environment of this build: packages are built as the app is.
    public static let current = ServiceEnvironment.release
}
#endif
