import Foundation
import MockAPITestSupport
import Testing

/// One case of llhttp's own test suite, with what llhttp makes of it.
struct LlhttpCase: Sendable, CustomTestStringConvertible {
    /// File and line, such as `request/uri.md:7`.
    var name: String
    /// `request`, `response`, or a laxer mode of llhttp.
    var kind: String
    /// Whether llhttp refuses the input.
    var isRefused: Bool
    /// Whether llhttp was told to pass over the content.
    var skipsBody: Bool
    var bytes: [UInt8]
    /// The methods, targets and bodies of the messages that llhttp read to their end.
    var messages: [Message]

    struct Message: Hashable, Sendable {
        var method = ""
        var target = ""
        var body = ""
    }

    var testDescription: String { name }

    /// The bytes with `Host: a` after each HTTP/1.1 request line; `nil` where there is a Host or no such line.
    var bytesWithHost: [UInt8]? {
        guard !String(decoding: bytes, as: UTF8.self).lowercased().contains("host:") else { return nil }
        let line = Array(" HTTP/1.1\r\n".utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: line) {
                result += line + Array("Host: a\r\n".utf8)
                index += line.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result.count == bytes.count ? nil : result
    }

    static let requests: [LlhttpCase] = load("request")
    static let responses: [LlhttpCase] = load("response")

    private struct File: Decodable {
        struct Case: Decodable {
            struct Meta: Decodable {
                var type: String?
                var skipBody: Bool?
            }
            var file: String
            var line: Int
            var meta: Meta
            var inputBase64: String
            var log: [String]
            var outcome: String

            enum CodingKeys: String, CodingKey {
                case file, line, meta, log, outcome
                case inputBase64 = "input_base64"
            }
        }
        var cases: [Case]
    }

    private static func load(_ kind: String) -> [LlhttpCase] {
        guard let folder = SharedData.folder,
            let data = try? Data(contentsOf: folder.appendingPathComponent("suites/llhttp/llhttp-cases.json")),
            let file = try? JSONDecoder().decode(File.self, from: data)
        else { return [] }
        return file.cases.filter { $0.meta.type == kind }.map { item in
            var bytes = [UInt8](Data(base64Encoded: item.inputBase64) ?? Data())
            let isRefused = item.outcome == "reject"
            // The extraction drops the last line end, and cases that are refused stop at the offending byte. Offsets
            // beyond the end tell the former; the latter are completed, since a verdict is due after the section only.
            if reach(item.log) > bytes.count - (isRefused ? 1 : 0) { bytes += [0x0D, 0x0A] }
            if isRefused, !item.log.contains(where: { $0.contains("headers complete") }) {
                bytes += [0x0D, 0x0A, 0x0D, 0x0A]
            }
            return LlhttpCase(
                name: "\(item.file):\(item.line)", kind: kind, isRefused: isRefused,
                skipsBody: item.meta.skipBody ?? false, bytes: bytes, messages: messages(item.log))
        }
    }

    /// The greatest offset of a trace.
    private static func reach(_ log: [String]) -> Int {
        log.map { line in
            line.split(separator: " ").prefix(2).reduce(0) { sum, word in
                word.hasPrefix("off=") || word.hasPrefix("len=") ? sum + (Int(word.dropFirst(4)) ?? 0) : sum
            }
        }.max() ?? 0
    }

    private static func messages(_ log: [String]) -> [Message] {
        var messages: [Message] = []
        var current = Message()
        for line in log {
            if line.hasSuffix("message begin") { current = Message() }
            if line.hasSuffix("message complete") { messages.append(current) }
            guard let start = line.range(of: "span["), let close = line.range(of: "]=") else { continue }
            var text = String(line[close.upperBound...])
            if text.hasPrefix("\""), text.hasSuffix("\""), text.count >= 2 {
                text = String(text.dropFirst().dropLast())
            }
            switch line[start.upperBound..<close.lowerBound] {
            case "method": current.method += text
            case "url": current.target += text
            case "body": current.body += text == "cr" ? "\r" : text == "lf" ? "\n" : text
            default: break
            }
        }
        return messages
    }
}
