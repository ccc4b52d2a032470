import MockAPICore

extension HTTPResponse {
    /// The response with the headers by which WireMock names the stub that answers; in a name, what is no visible ASCII
    /// becomes a question mark.
    func naming(_ id: String, _ name: String?) -> HTTPResponse {
        var response = self
        for (field, text) in [("Matched-Stub-Id", id), ("Matched-Stub-Name", name ?? "")]
        where !text.isEmpty && !response.headers.contains(name: field) {
            response.headers.add(
                field, String(String.UnicodeScalarView(text.unicodeScalars.map { 0x20..<0x7F ~= $0.value ? $0 : "?" })))
        }
        return response
    }
}
