import MockAPIClient
import MockAPICore

extension Exchange {
    /// How many bytes of content are shown.
    private static let shownBytes = 2000

    /// The request as a command that sends it again.
    var curl: String { request.curl(redacting: nil) }

    /// What came back; of a 404 that is a miss, if it is told elsewhere, only the status.
    func outcomeText(omittingMiss: Bool) -> String {
        switch outcome {
        case .cancelled: return "nothing: the call was cancelled"
        case .failure(let error): return "nothing: \(error)"
        case .response(let response):
            let reason = response.reason ?? response.status.reasonPhrase
            var lines = [reason.isEmpty ? "\(response.status.code)" : "\(response.status.code) \(reason)"]
            if omittingMiss, response.status == 404 { return lines[0] }
            lines += response.headers.map(\.description)
            let body = response.body.bytes ?? []
            if body.isEmpty { return lines.joined(separator: "\n") }
            lines.append("")
            if let text = String(validating: body.prefix(Self.shownBytes), as: UTF8.self) ?? Self.text(body) {
                lines.append(text)
                if body.count > Self.shownBytes { lines.append("(\(body.count) bytes in all)") }
            } else {
                lines.append("(\(body.count) bytes)")
            }
            return lines.joined(separator: "\n")
        }
    }

    /// The first bytes as text where a cut only split a scalar; `nil` where they are none.
    private static func text(_ body: [UInt8]) -> String? {
        guard body.count > shownBytes, String(validating: body, as: UTF8.self) != nil else { return nil }
        return String(decoding: body.prefix(shownBytes), as: UTF8.self)
    }
}
