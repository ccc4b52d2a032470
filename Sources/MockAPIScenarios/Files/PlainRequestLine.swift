import MockAPICore

/// The `"METHOD target"` of a plain request.
struct PlainRequestLine: Sendable {
    /// Why a line cannot be sent, in one line.
    struct Problem: Error {
        var message: String
    }

    /// The method.
    let method: HTTPMethod
    /// The path with its query, or an absolute URL.
    let target: String

    /// Whether the target names its own host.
    var isAbsolute: Bool { !target.hasPrefix("/") }

    /// Splits a line at its first blank.
    init(_ line: String) throws(Problem) {
        guard let blank = line.firstIndex(of: " ") else {
            throw Problem(message: "there is no blank between method and target")
        }
        method = HTTPMethod(String(line[..<blank]))
        guard method.isValid else { throw Problem(message: "\"\(method)\" is no method") }
        target = String(line[blank...]).trimmingBlanks
        if target.hasPrefix("/") { return }
        let scheme = target.prefix { $0 != ":" }
        guard ["http", "https"].contains(scheme.lowercased()), target.dropFirst(scheme.count).hasPrefix("://") else {
            throw Problem(message: "the target begins neither with \"/\" nor with \"http://\" or \"https://\"")
        }
        let host = target.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        guard let authority = Authority(String(host)), !authority.host.isEmpty else {
            throw Problem(message: "\"\(host)\" is no host")
        }
    }

    /// What is wrong with a line in which variables are not yet replaced; `nil` where that cannot be told.
    static func problem(of template: String) -> String? {
        if template.contains("{{") { return nil }
        do {
            _ = try PlainRequestLine(template)
            return nil
        } catch {
            return error.message
        }
    }
}
