public import MockAPICore
public import MockAPIMatching

/// The 404 for a request that no stub answers: the nearest stubs and the conditions that failed.
public enum MissResponse {
    /// Makes the response, as text, or as JSON for a client that asks for it.
    ///
    /// JSON is chosen where `Accept` names `application/json`, or a type that ends in `+json`, with a weight that is not
    /// zero and not below that of text (RFC 9110, section 12.5.1). An answer to HEAD is sent without its content by
    /// whoever sends it.
    public static func response(to request: ReceivedRequest, _ report: MatchReport) -> HTTPResponse {
        if prefersJSON(accept: request.values(of: "Accept")) {
            return HTTPResponse(
                404, headers: ["Content-Type": "application/json"],
                body: HTTPBody(report.json.renderedBytes(.pretty) + [UInt8(ascii: "\n")]))
        }
        var text = report.text(color: false)
        if !text.hasSuffix("\n") { text += "\n" }
        return HTTPResponse(404, headers: ["Content-Type": "text/plain; charset=utf-8"], body: HTTPBody(text))
    }

    static func prefersJSON(accept lines: [String]) -> Bool {
        var json = 0.0
        var text = 0.0
        for range in lines.joined(separator: ",").split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let type = parts.first else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if type == "application/json" || type.hasSuffix("+json") { json = max(json, quality) }
            if type == "text/plain" || type == "text/*" { text = max(text, quality) }
        }
        return json > 0 && json >= text
    }
}
