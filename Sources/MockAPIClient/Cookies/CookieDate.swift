/// Dates of cookies, which are written in many ways (RFC 6265, section 5.1.1).
enum CookieDate {
    /// Reads a date, as seconds since 1970; `nil` if it is none.
    static func parse(_ text: String) -> Double? {
        var time: (Int, Int, Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != ":" }) {
            let clock = token.split(separator: ":").compactMap { Int($0) }
            if time == nil, token.contains(":"), clock.count == 3 {
                time = (clock[0], clock[1], clock[2])
            } else if day == nil, token.count <= 2, let number = Int(token) {
                day = number
            } else if month == nil, let place = months.firstIndex(of: token.prefix(3).lowercased()) {
                month = place + 1
            } else if year == nil, 2...4 ~= token.count, let number = Int(token) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let time, let day, let month, let year, year >= 1601 else { return nil }
        return HTTPDate.unixTime(year, month, day, hour: time.0, minute: time.1, second: time.2).map { Double($0) }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
