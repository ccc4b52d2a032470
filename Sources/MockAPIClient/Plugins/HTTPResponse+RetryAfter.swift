extension HTTPResponse {
    /// How long the server asks to wait, by `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3).
    ///
    /// - Parameter now: the time in seconds since 1970.
    /// - Returns: `nil` where the field is missing or is neither; no time at all of a date that is past.
    public func retryAfter(now: Double) -> Duration? {
        guard let text = headers["Retry-After"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            return .seconds(Int64(text) ?? Int64(Int32.max))
        }
        guard now.magnitude < 1e12, let date = HTTPDate.parse(text, now: Int(now)) else { return nil }
        return .seconds(max(0, Double(date) - now))
    }
}
