import Foundation
import MockAPICore

extension Exchange {
    /// How many bytes of content are shown.
    private static let shownBytes = 2000

    /// The request as a command that sends it again.
    var curl: String {
        var words = ["curl"]
        let body = request.body.bytes ?? []
        let isText = String(validating: body, as: UTF8.self) != nil && !body.contains(0)
        let impliedMethod: HTTPMethod = body.isEmpty || !isText ? .get : .post
        if request.method == .head {
            words.append("-I")
        } else if request.method != impliedMethod {
            words += ["-X", Self.quoted(request.method.rawValue)]
        }
        for field in request.headers {
            words += ["-H", Self.quoted(field.value.isEmpty ? "\(field.name);" : field.description)]
        }
        words.append(Self.quoted(request.url.absoluteString))
        if body.isEmpty { return words.joined(separator: " ") }
        if isText {
            words += ["--data-raw", Self.quoted(String(decoding: body, as: UTF8.self))]
            return words.joined(separator: " ")
        }
        return words.joined(separator: " ") + "\n(with \(body.count) bytes of content)"
    }

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

    /// A word for a POSIX shell.
    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._/:@%+,=".utf8.contains(byte)
            }
        return isPlain
            ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
