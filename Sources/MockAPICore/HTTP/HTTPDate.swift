/// Dates as HTTP writes them (RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// The preferred form, `Sun, 06 Nov 1994 08:49:37 GMT`, of a time in seconds since 1970.
    ///
    /// Times outside the years 0 to 9999 are given as the nearest one within.
    public static func format(unixTime: Int) -> String {
        String(decoding: bytes(unixTime: unixTime), as: UTF8.self)
    }

    /// The bytes of the preferred form; always 29.
    public static func bytes(unixTime: Int) -> [UInt8] {
        let ((year, month, day), seconds) = parts(unixTime: unixTime)
        let days = floorDivide(min(max(unixTime, earliest), latest), by: 86400).quotient
        var output: [UInt8] = []
        output.reserveCapacity(29)
        output.append(contentsOf: dayNames[floorDivide(days + 4, by: 7).remainder].utf8)
        output.append(contentsOf: ", ".utf8)
        append(day, digits: 2, to: &output)
        output.append(UInt8(ascii: " "))
        output.append(contentsOf: monthNames[month - 1].utf8)
        output.append(UInt8(ascii: " "))
        append(year, digits: 4, to: &output)
        output.append(UInt8(ascii: " "))
        append(seconds / 3600, digits: 2, to: &output)
        output.append(UInt8(ascii: ":"))
        append(seconds / 60 % 60, digits: 2, to: &output)
        output.append(UInt8(ascii: ":"))
        append(seconds % 60, digits: 2, to: &output)
        output.append(contentsOf: " GMT".utf8)
        return output
    }

    /// Reads a date in any of the three forms, as seconds since 1970; `nil` if it is none.
    ///
    /// The forms are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    /// The name of the day is not compared with the date. A year of two digits is taken to be the one nearest to now
    /// that is no more than 50 years ahead, where `now` is in seconds since 1970.
    public static func parse(_ text: String, now: Int = 1_800_000_000) -> Int? {
        let words = text.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
        guard let first = words.first else { return nil }
        switch words.count {
        case 6 where first.count == 4 && first.last == UInt8(ascii: ","):
            guard isDayName(first.dropLast(), among: dayNames), words[5] == Array("GMT".utf8), words[1].count == 2,
                words[3].count == 4, let day = number(words[1]), let month = month(words[2]),
                let year = number(words[3])
            else { return nil }
            return time(year, month, day, words[4])
        case 4 where first.last == UInt8(ascii: ","):
            let parts = words[1].split(separator: UInt8(ascii: "-")).map(Array.init)
            guard isDayName(first.dropLast(), among: longDayNames), words[3] == Array("GMT".utf8), parts.count == 3,
                parts[0].count == 2, parts[2].count == 2, let day = number(parts[0]), let month = month(parts[1]),
                let year = number(parts[2])
            else { return nil }
            let thisYear = civil(days: floorDivide(min(max(now, earliest), latest), by: 86400).quotient).year
            let century = thisYear / 100 * 100
            let full = century + year > thisYear + 50 ? century + year - 100 : century + year
            return time(full, month, day, words[2])
        case 5:
            guard isDayName(first[...], among: dayNames), let month = month(words[1]), 1...2 ~= words[2].count,
                let day = number(words[2]), words[4].count == 4, let year = number(words[4])
            else { return nil }
            return time(year, month, day, words[3])
        default:
            return nil
        }
    }
}

extension HTTPDate {
    private static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDayNames = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let earliest = -62_167_219_200
    private static let latest = 253_402_300_799

    private static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            output.append(UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
            divisor /= 10
        }
    }

    private static func isDayName(_ word: ArraySlice<UInt8>, among names: [String]) -> Bool {
        names.contains { word.elementsEqual($0.utf8) }
    }

    private static func month(_ word: [UInt8]) -> Int? {
        monthNames.firstIndex { word.elementsEqual($0.utf8) }.map { $0 + 1 }
    }

    /// A number of at most four digits.
    private static func number(_ word: some Collection<UInt8>) -> Int? {
        guard 1...4 ~= word.count, word.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return word.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func time(_ year: Int, _ month: Int, _ day: Int, _ clock: [UInt8]) -> Int? {
        let parts = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.count == 2 }), let hour = number(parts[0]),
            let minute = number(parts[1]), let second = number(parts[2]), hour < 24, minute < 60, second <= 60,
            day >= 1, day <= daysIn(month, of: year)
        else { return nil }
        return days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
    }

    /// The seconds since 1970 of a date and time in UTC; `nil` where there is no such moment.
    package static func unixTime(
        _ year: Int, _ month: Int, _ day: Int, hour: Int, minute: Int, second: Int
    ) -> Int? {
        guard 0...9999 ~= year, 1...12 ~= month, day >= 1, day <= daysIn(month, of: year), 0..<24 ~= hour,
            0..<60 ~= minute, 0...60 ~= second
        else { return nil }
        return days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
    }

    /// The date and the seconds of the day of a time in UTC; times outside the years 0 to 9999 are the nearest one within.
    static func parts(unixTime: Int) -> (date: (year: Int, month: Int, day: Int), time: Int) {
        let (days, seconds) = floorDivide(min(max(unixTime, earliest), latest), by: 86400)
        return (civil(days: days), seconds)
    }

    private static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func floorDivide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The days since 1970-01-01 of a date of the Gregorian calendar, counted in years that start in March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivide(year, by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
