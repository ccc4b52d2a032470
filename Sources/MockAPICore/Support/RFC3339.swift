/// Days and moments as RFC 3339, section 5.6, writes them.
package enum RFC3339 {
    /// A moment: whole seconds since 1970, and a fraction of a second from 0 to below 1.
    package struct Moment: Sendable, Hashable {
        /// Whole seconds since 1970.
        package var seconds: Int
        /// The rest, in seconds.
        package var fraction: Double
    }

    /// The midnight, in UTC and in seconds since 1970, of a `full-date` such as `2024-02-29`; `nil` of anything else.
    package static func day(_ text: String) -> Int? {
        var rest = Array(text.utf8)[...]
        guard let date = readDate(&rest), rest.isEmpty else { return nil }
        return HTTPDate.unixTime(date.year, date.month, date.day, hour: 0, minute: 0, second: 0)
    }

    /// Reads a `date-time` such as `2024-02-29T12:30:00.5+08:00`; `nil` of anything else.
    ///
    /// `T` and `Z` may be small, and a blank may stand for `T`. The second may be 60.
    ///
    /// - Parameter allowsPlainOffset: whether the colon of the offset may be left out, which ISO 8601 allows.
    package static func moment(_ text: String, allowsPlainOffset: Bool = false) -> Moment? {
        var rest = Array(text.utf8)[...]
        guard let date = readDate(&rest), let separator = rest.popFirst(), "Tt ".utf8.contains(separator),
            let hour = number(2, &rest), rest.popFirst() == colon, let minute = number(2, &rest),
            rest.popFirst() == colon, let second = number(2, &rest), let fraction = readFraction(&rest),
            let offset = readOffset(&rest, allowsPlainOffset), rest.isEmpty,
            let seconds = HTTPDate.unixTime(date.year, date.month, date.day, hour: hour, minute: minute, second: second)
        else { return nil }
        return Moment(seconds: seconds - offset, fraction: fraction)
    }

    /// A moment in UTC as a `date-time`, with milliseconds where there are any; `milliseconds` count since 1970.
    ///
    /// Moments outside the years 0 to 9999 are given as the nearest one within.
    package static func text(milliseconds: Int) -> String {
        let (seconds, fraction) = HTTPDate.floorDivide(milliseconds, by: 1000)
        let (date, time) = HTTPDate.parts(unixTime: seconds)
        var text = "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
        text += "T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))"
        return text + (fraction == 0 ? "Z" : ".\(padded(fraction, 3))Z")
    }

    private static let colon = UInt8(ascii: ":")
    private static let hyphen = UInt8(ascii: "-")

    private static func readDate(_ rest: inout ArraySlice<UInt8>) -> (year: Int, month: Int, day: Int)? {
        guard let year = number(4, &rest), rest.popFirst() == hyphen, let month = number(2, &rest),
            rest.popFirst() == hyphen, let day = number(2, &rest)
        else { return nil }
        return (year, month, day)
    }

    /// The fraction of a second, 0 where there is none; `nil` where a point has no digits after it.
    private static func readFraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix(while: isDigit)
        rest = rest.dropFirst(1 + digits.count)
        return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// The seconds of `Z`, `+08:00` or, if allowed, `+0800`.
    private static func readOffset(_ rest: inout ArraySlice<UInt8>, _ allowsPlain: Bool) -> Int? {
        guard let sign = rest.popFirst() else { return nil }
        if "Zz".utf8.contains(sign) { return 0 }
        guard "+-".utf8.contains(sign), let hours = number(2, &rest), hours <= 23 else { return nil }
        if rest.first == colon {
            rest = rest.dropFirst()
        } else if !allowsPlain {
            return nil
        }
        guard let minutes = number(2, &rest), minutes <= 59 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return sign == hyphen ? -seconds : seconds
    }

    private static func number(_ digits: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let head = rest.prefix(digits)
        guard head.count == digits, head.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
