import Foundation
import MockAPICore

extension HTTPRequest {
    /// The request as a `curl` command for a POSIX shell, which sends the same again.
    ///
    /// A body that is no text is told by its length in a line of its own. With a redaction, secrets are replaced.
    public func curl(redacting redaction: Redaction? = .standard) -> String {
        var words = ["curl"]
        let bytes = body.bytes ?? []
        let isText = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
        let hasBody = !body.isEmpty
        let impliedMethod: HTTPMethod = bytes.isEmpty || !isText ? .get : .post
        if method == .head {
            words.append("-I")
        } else if method != impliedMethod {
            words += ["-X", ShellWord.quoted(method.rawValue)]
        }
        for field in redaction?.applied(to: headers) ?? headers {
            words += ["-H", ShellWord.quoted(field.value.isEmpty ? "\(field.name);" : field.description)]
        }
        let text = url.absoluteString
        words.append(ShellWord.quoted(redaction?.applied(toURL: text) ?? text))
        guard hasBody else { return words.joined(separator: " ") }
        if isText, !bytes.isEmpty {
            let content = String(decoding: bytes, as: UTF8.self)
            let shown = redaction?.applied(toBody: content, contentType: headers["Content-Type"]) ?? content
            words += ["--data-raw", ShellWord.quoted(shown)]
            return words.joined(separator: " ")
        }
        let size = body.length.map { "\($0) bytes of content" } ?? "content of unknown length"
        return words.joined(separator: " ") + "\n(with \(size))"
    }
}
