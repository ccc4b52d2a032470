import MockAPICore
import MockAPISockets

/// A limit of the server as `--limit NAME=VALUE` names it.
enum ServeLimit: String, CaseIterable {
    case requestLine = "request-line"
    case headerSize = "header-size"
    case headerLines = "header-lines"
    case body
    case headerTimeout = "header-timeout"
    case bodyTimeout = "body-timeout"
    case keepAliveTimeout = "keep-alive-timeout"
    case writeTimeout = "write-timeout"
    case connections

    /// What the value of a limit is.
    enum Kind {
        case bytes(WritableKeyPath<HTTPLimits, Int>)
        case count(WritableKeyPath<HTTPLimits, Int>)
        case optionalCount(WritableKeyPath<HTTPLimits, Int?>)
        case seconds(WritableKeyPath<HTTPLimits, Duration>)
    }

    private var kind: Kind {
        switch self {
        case .requestLine: .bytes(\.requestLineBytes)
        case .headerSize: .bytes(\.headerBytes)
        case .headerLines: .count(\.headerLines)
        case .body: .bytes(\.bodyBytes)
        case .headerTimeout: .seconds(\.headerTimeout)
        case .bodyTimeout: .seconds(\.bodyIdleTimeout)
        case .keepAliveTimeout: .seconds(\.keepAliveTimeout)
        case .writeTimeout: .seconds(\.writeTimeout)
        case .connections: .optionalCount(\.maxConnections)
        }
    }

    /// The limits that a command line asks for.
    static func limits(_ settings: [String]) throws(UsageError) -> HTTPLimits {
        var limits = HTTPLimits()
        var given: Set<String> = []
        for setting in settings {
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw .invalidValue(
                    option: "--limit", found: setting, expected: "a name and a value such as body=1MiB")
            }
            guard let limit = ServeLimit(rawValue: parts[0]) else {
                let names = allCases.map(\.rawValue)
                throw .unknownName(
                    option: "--limit", name: parts[0],
                    suggestion: Spelling.suggestion(for: parts[0], among: names), known: names)
            }
            let name = "--limit \(limit.rawValue)"
            guard given.insert(limit.rawValue).inserted else { throw .repeated(option: name) }
            guard limit.set(parts[1], in: &limits) else {
                throw .invalidValue(option: name, found: parts[1], expected: limit.expectation)
            }
        }
        return limits
    }

    /// Sets the limit; `false` where the text is no value for it.
    private func set(_ text: String, in limits: inout HTTPLimits) -> Bool {
        switch kind {
        case .bytes(let path):
            guard let bytes = Self.bytes(text) else { return false }
            limits[keyPath: path] = bytes
        case .count(let path):
            guard let count = Self.count(text) else { return false }
            limits[keyPath: path] = count
        case .optionalCount(let path):
            guard let count = Self.count(text) else { return false }
            limits[keyPath: path] = count
        case .seconds(let path):
            guard let duration = Self.duration(text) else { return false }
            limits[keyPath: path] = duration
        }
        return true
    }

    private var expectation: String {
        switch kind {
        case .bytes: "a number of bytes such as 512, 16KiB or 64MiB"
        case .count, .optionalCount: "a whole number from 1"
        case .seconds: "a number of seconds such as 10 or 0.5"
        }
    }

    /// A size such as `512`, `16KiB`, `64MiB` or `1GiB`, up to one pebibyte.
    private static func bytes(_ text: String) -> Int? {
        let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)]
        let unit = units.first { text.hasSuffix($0.0) }
        guard let number = number(String(text.dropLast(unit?.0.count ?? 0))) else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (unit?.1 ?? 0))
        return overflow || bytes > 1 << 50 ? nil : bytes
    }

    private static func count(_ text: String) -> Int? { number(text).flatMap { 1...(1 << 30) ~= $0 ? $0 : nil } }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }

    /// Seconds such as `10`, `0.5` or `2.25`, more than none and at most a thousand million.
    private static func duration(_ text: String) -> Duration? {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), text.utf8.first != 0x2E,
            text.utf8.last != 0x2E, let seconds = Double(text), seconds > 0, seconds <= 1e9
        else { return nil }
        return .seconds(seconds)
    }
}
