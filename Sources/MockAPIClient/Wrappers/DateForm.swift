import Foundation

/// One way of writing a moment.
public enum DateForm: Sendable, Hashable {
    /// `2024-02-29T12:30:00Z`: ISO 8601 with a zone (RFC 3339), with or without a fraction, `T` or a blank between.
    case iso8601
    /// `2024-02-29`: midnight in UTC.
    case day
    /// Seconds since 1970, as number or text, before the year 5138 (below 10^11).
    case unixSeconds
    /// Milliseconds since 1970, as number or text, after March 1973 (10^11 and more).
    case unixMilliseconds
    /// `Sun, 06 Nov 1994 08:49:37 GMT` and the older forms of HTTP (RFC 9110, section 5.6.7).
    case http
    /// A pattern of Unicode TR 35, such as `yyyy-MM-dd HH:mm`, in a zone so many seconds east of Greenwich.
    case pattern(String, secondsFromGMT: Int = 0)

    /// Reads a moment; `nil` of what is not written in this way.
    func date(_ scalar: LenientScalar) -> Date? {
        switch (self, scalar) {
        case (.unixSeconds, .number), (.unixSeconds, .text):
            return scalar.number.map(\.double).flatMap { $0.magnitude < 1e11 ? Date(timeIntervalSince1970: $0) : nil }
        case (.unixMilliseconds, .number), (.unixMilliseconds, .text):
            return scalar.number.map(\.double).flatMap {
                1e11 <= $0.magnitude && $0.magnitude < 1e15 ? Date(timeIntervalSince1970: $0 / 1000) : nil
            }
        case (.iso8601, .text(let text)): return Date(rfc3339: text)
        case (.day, .text(let text)): return RFC3339.day(text).map { Date(timeIntervalSince1970: Double($0)) }
        case (.http, .text(let text)):
            return HTTPDate.parse(text).map { Date(timeIntervalSince1970: Double($0)) }
        case (.pattern(let pattern, let seconds), .text(let text)):
            return Self.formatters.withLock { formatters in
                let key = "\(seconds) \(pattern)"
                let formatter = formatters[key] ?? Self.formatter(pattern, seconds)
                formatters[key] = formatter
                return formatter.date(from: text)
            }
        default: return nil
        }
    }

    /// Writes a moment.
    func text(_ date: Date) -> LenientScalar {
        let seconds = date.timeIntervalSince1970
        switch self {
        case .unixSeconds: return JSONNumber(seconds).map { .number($0) } ?? .text("")
        case .unixMilliseconds: return JSONNumber((seconds * 1000).rounded()).map { .number($0) } ?? .text("")
        case .iso8601: return .text(date.rfc3339)
        case .day: return .text(String(date.rfc3339.prefix(10)))
        case .http: return .text(HTTPDate.format(unixTime: Date.whole(seconds, .down)))
        case .pattern(let pattern, let zone): return .text(Self.formatter(pattern, zone).string(from: date))
        }
    }

    private static func formatter(_ pattern: String, _ secondsFromGMT: Int) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: secondsFromGMT)
        formatter.isLenient = false
        formatter.dateFormat = pattern
        return formatter
    }

    /// Formatters are slow to make and used under the lock only.
    private static let formatters = Locked<[String: DateFormatter]>([:])
}
