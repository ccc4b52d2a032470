import Foundation

extension Date {
    /// The moment in UTC, written as a pattern of Unicode's date format (UTS 35) says.
    func inUTC(_ pattern: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = pattern
        return formatter.string(from: self)
    }
}
