import Foundation
import MockAPICore

extension Date {
    /// A moment and a pattern.
    private struct Key: Hashable {
        var date: Date
        var pattern: String
    }

    /// The last texts: a report has the same moment many times, and a formatter is dear.
    private static let known = Locked<[Key: String]>([:])

    /// The moment in UTC, written as a pattern of Unicode's date format (UTS 35) says.
    func inUTC(_ pattern: String) -> String {
        let key = Key(date: self, pattern: pattern)
        if let text = Self.known.withLock({ $0[key] }) { return text }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = pattern
        let text = formatter.string(from: self)
        Self.known.withLock { known in
            if known.count >= 16 { known = [:] }
            known[key] = text
        }
        return text
    }
}
