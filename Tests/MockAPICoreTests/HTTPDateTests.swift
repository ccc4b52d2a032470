import Foundation
import MockAPICore
import Testing

@Suite struct `An HTTP date` {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (Int.min, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
    func `is written in the preferred form`(_ time: Int, _ text: String) {
        #expect(HTTPDate.format(unixTime: time) == text)
        #expect(HTTPDate.bytes(unixTime: time) == Array(text.utf8))
    }

    @Test func `is read as it was written, and is the date that Foundation writes`() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let time = Int.random(in: 0..<8_000_000_000, using: &random)
            let text = HTTPDate.format(unixTime: time)
            #expect(HTTPDate.parse(text) == time)
            #expect(text == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(time))))
        }
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun Nov 06 08:49:37 1994",
    ])
    func `is read in the three forms`(_ text: String) { #expect(HTTPDate.parse(text) == 784_111_777) }

    @Test func `of two digits lies at most 50 years ahead`() {
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: 0) == 784_111_777)
        let now = 1_800_000_000
        #expect(HTTPDate.parse("Sunday, 06-Nov-77 08:49:37 GMT", now: now).map { $0 > now } == true)
        #expect(HTTPDate.parse("Sunday, 06-Nov-78 08:49:37 GMT", now: now).map { $0 < now } == true)
    }

    @Test(arguments: [
        "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov +994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94", "1994-11-06",
        "Sun, 29 Feb 2100 08:49:37 GMT", "0", "-1",
    ])
    func `is nothing else`(_ text: String) { #expect(HTTPDate.parse(text) == nil) }
}
