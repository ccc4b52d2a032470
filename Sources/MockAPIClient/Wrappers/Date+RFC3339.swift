import Foundation

extension Date {
    /// Reads a moment as RFC 3339 writes it; the colon of the offset may be left out.
    init?(rfc3339 text: String) {
        guard let moment = RFC3339.moment(text, allowsPlainOffset: true) else { return nil }
        self.init(timeIntervalSince1970: Double(moment.seconds) + moment.fraction)
    }

    /// The moment in UTC as RFC 3339 writes it, with milliseconds where there are any.
    var rfc3339: String { RFC3339.text(milliseconds: Self.whole(timeIntervalSince1970 * 1000)) }

    /// A number of seconds or milliseconds as a whole one, as far as dates can be written; 0 for one that is none.
    static func whole(_ number: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Int {
        number.isNaN ? 0 : Int(min(max(number.rounded(rule), -1e15), 1e15))
    }
}
