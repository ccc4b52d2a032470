extension CacheEntry {
    /// Whether the response has something to ask by whether it is still right.
    var hasValidator: Bool { headers.contains(name: "ETag") || headers.contains(name: "Last-Modified") }

    /// The request that asks whether the response is still right (RFC 9111, section 4.3.1).
    func validating(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headers["If-None-Match"] = headers["ETag"]
        request.headers["If-Modified-Since"] = headers["Last-Modified"]
        return request
    }

    /// The entry with the header fields of a 304 (RFC 9111, sections 3.2 and 4.3.4); `nil` where that 304 speaks of
    /// another response.
    func validated(by response: HTTPResponse, requestTime: Double, responseTime: Double) -> CacheEntry? {
        if let new = response.headers["ETag"], let old = headers["ETag"], Self.opaque(new) != Self.opaque(old) {
            return nil
        }
        var entry = self
        let update = StorageRules.stored(response.headers)
            .filter { field in !Self.kept.contains { HTTPToken.equalsIgnoringCase($0, field.name) } }
        entry.headers.removeAll { HTTPToken.equalsIgnoringCase($0.name, "Age") }
        entry.headers = HTTPFields(update).overriding(entry.headers)
        entry.requestTime = requestTime
        entry.responseTime = responseTime
        return entry
    }

    /// Fields that describe the stored content, whatever a 304 says (RFC 9111, section 3.2).
    private static let kept = ["Content-Encoding", "Content-Length", "Content-Range", "Content-Type"]

    /// The tag without its mark for weakness (RFC 9110, section 8.8.3.2).
    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
