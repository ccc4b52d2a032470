internal import Foundation
import MockAPICore

/// The forms in which `$date` takes a date.
enum DateShape: Sendable, Hashable {
    /// `true`: a date, or a date with a time, as RFC 3339 writes it.
    case dateOrTime
    /// `"date-time"`: as in RFC 3339, section 5.6.
    case dateTime
    /// `"date"`: the `full-date` of RFC 3339.
    case date
    /// `"http"`: as in a header field (RFC 9110, section 5.6.7, the preferred form).
    case http
    /// `"unix"`: a number of seconds since 1970.
    case unix
    /// `"unixMilliseconds"`: a whole number of milliseconds since 1970.
    case unixMilliseconds
    /// Anything else: a pattern of Unicode's date format (UTS 35), such as `yyyy-MM-dd HH:mm`, in English.
    case pattern(String)

    /// The forms with a name.
    static let named: [(name: String, shape: DateShape)] = [
        ("date-time", .dateTime), ("date", .date), ("http", .http), ("unix", .unix),
        ("unixMilliseconds", .unixMilliseconds),
    ]

    /// The form in words.
    var explanation: String {
        switch self {
        case .dateOrTime: "a date, or a date with a time, as in RFC 3339"
        case .dateTime: "a date with a time as in RFC 3339"
        case .date: "a date such as 2030-12-31"
        case .http: "a date such as Sun, 06 Nov 1994 08:49:37 GMT"
        case .unix: "a number of seconds since 1970"
        case .unixMilliseconds: "a number of milliseconds since 1970"
        case .pattern(let pattern): "a date written as \(Quoted.text(pattern))"
        }
    }

    func isRightType(_ value: JSONValue) -> Bool {
        switch self {
        case .unix, .unixMilliseconds: value.kind == .number
        case .dateOrTime, .dateTime, .date, .http, .pattern: value.kind == .string
        }
    }

    func contains(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.unix, .number(let number)): abs(number.double) < 1e11
        case (.unixMilliseconds, .number(let number)): number.isInteger && abs(number.double) < 1e14
        case (.dateTime, .string(let text)): RFC3339.moment(text) != nil
        case (.date, .string(let text)): RFC3339.day(text) != nil
        case (.dateOrTime, .string(let text)): RFC3339.day(text) != nil || RFC3339.moment(text) != nil
        case (.http, .string(let text)):
            HTTPDate.parse(text).map { HTTPDate.format(unixTime: $0) == text } ?? false
        case (.pattern(let pattern), .string(let text)): Self.isWritten(as: pattern, text)
        default: false
        }
    }

    /// Whether a text is what the pattern makes of the date that it reads from it, so that nothing is guessed.
    private static func isWritten(as pattern: String, _ text: String) -> Bool {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = pattern
        guard let date = formatter.date(from: text) else { return false }
        // A zone of its own is not written back as it was.
        let hasZone = pattern.contains { "zZOvVxX".contains($0) }
        return hasZone || formatter.string(from: date) == text
    }
}
