extension APIError {
    /// What went wrong, in one line: the method and the URL without its query, and the reason.
    public var message: String { kind.name }
}
