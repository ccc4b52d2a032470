#if DEBUG
extension GithubAPI.BuildConfiguration {
    /// The kind of this build.
    public static let current = GithubAPI.BuildConfiguration.debug
}
#else
extension GithubAPI.BuildConfiguration {
    /// The kind of this build.
    public static let current = GithubAPI.BuildConfiguration.release
}
#endif
