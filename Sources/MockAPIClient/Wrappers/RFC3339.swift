import Foundation

/// Moments as RFC 3339 writes them.
enum RFC3339 {
    /// Reads `2024-02-29T12:30:00.5+08:00`; the fraction may be left out, a blank may stand for `T`.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), "Tt ".utf8.contains(bytes[10]),
            [bytes[4], bytes[7]] == Array("--".utf8), [bytes[13], bytes[16]] == Array("::".utf8)
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard !digits.isEmpty else { return nil }
            fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(rest),
            let whole = HTTPDate.unixTime(year, month, day, hour: hour, minute: minute, second: second)
        else { return nil }
        return Date(timeIntervalSince1970: Double(whole - offset) + fraction)
    }

    /// Writes a moment in UTC, with milliseconds where there are any.
    static func text(_ date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
        let fraction = (milliseconds % 1000 + 1000) % 1000
        // "Sun, 06 Nov 1994 08:49:37 GMT" has the same parts in another order.
        let words = HTTPDate.format(unixTime: (milliseconds - fraction) / 1000).split(separator: " ").map(String.init)
        guard words.count == 6, let month = months.firstIndex(of: words[2]) else { return "" }
        let tail = fraction == 0 ? "" : "." + String(fraction + 1000).dropFirst()
        return "\(words[3])-\(String(month + 101).dropFirst())-\(words[1])T\(words[4])\(tail)Z"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The seconds of `Z`, `+08:00` or `+0800`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(text)
        if bytes == Array("Z".utf8) || bytes == Array("z".utf8) { return 0 }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard bytes.count == 6 && bytes[3] == UInt8(ascii: ":") || bytes.count == 5, digits.count == 4,
            let hours = number(digits[0..<2]), let minutes = number(digits[2..<4]), hours < 24, minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
