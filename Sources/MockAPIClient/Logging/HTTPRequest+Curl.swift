import Foundation

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
            words += ["-X", Self.quoted(method.rawValue)]
        }
        for field in redaction?.applied(to: headers) ?? headers {
            words += ["-H", Self.quoted(field.value.isEmpty ? "\(field.name);" : field.description)]
        }
        let text = url.absoluteString
        words.append(Self.quoted(redaction?.applied(toURL: text) ?? text))
        guard hasBody else { return words.joined(separator: " ") }
        if isText, !bytes.isEmpty {
            let content = String(decoding: bytes, as: UTF8.self)
            let shown = redaction?.applied(toBody: content, contentType: headers["Content-Type"]) ?? content
            words += ["--data-raw", Self.quoted(shown)]
            return words.joined(separator: " ")
        }
        let size = body.length.map { "\($0) bytes of content" } ?? "content of unknown length"
        return words.joined(separator: " ") + "\n(with \(size))"
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
