import MockAPICore
import Testing

@Suite struct `RFC 3339` {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0.0), ("2024-02-29T12:30:00Z", 1_709_209_800, 0),
            ("2024-02-29t12:30:00.25z", 1_709_209_800, 0.25), ("2024-02-29 12:30:00Z", 1_709_209_800, 0),
            ("2024-02-29T20:30:00+08:00", 1_709_209_800, 0), ("2024-02-29T04:00:00.5-08:30", 1_709_209_800, 0.5),
            ("1969-12-31T23:59:59.999Z", -1, 0.999), ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
        ])
    func `is read as a moment`(text: String, seconds: Int, fraction: Double) {
        #expect(RFC3339.moment(text)?.seconds == seconds)
        #expect(RFC3339.moment(text)?.fraction == fraction)
    }

    @Test(arguments: [
        "", "2024-02-29", "2024-02-29T", "2024-02-29T12:30Z", "2024-02-29T12:30:00", "2024-02-29T12:30:00.Z",
        "2023-02-29T12:30:00Z", "2024-13-01T12:30:00Z", "2024-02-29T24:00:00Z", "2024-02-29T12:60:00Z",
        "2024-02-29T12:30:61Z", "2024-02-29T12:30:00+8:00", "2024-02-29T12:30:00+24:00", "2024-02-29T12:30:00+08:60",
        "2024-02-29T12:30:00Zulu", "2024-02-29X12:30:00Z", "+024-02-29T12:30:00Z", "2024-2-29T12:30:00Z",
        "2024-02-29T12:30:00+08:", "2024-02-29T12:30:00,5Z", "２024-02-29T12:30:00Z",
    ])
    func `is nothing else`(text: String) {
        #expect(RFC3339.moment(text) == nil)
        #expect(RFC3339.moment(text, allowsPlainOffset: true) == nil)
    }

    @Test func `has a colon in its offset, which ISO 8601 may leave out`() {
        let text = "2024-02-29T20:30:00+0800"
        #expect(RFC3339.moment(text) == nil)
        #expect(RFC3339.moment(text, allowsPlainOffset: true)?.seconds == 1_709_209_800)
    }

    @Test(arguments: [("2024-02-29", 1_709_164_800), ("1970-01-01", 0), ("1969-12-31", -86400)])
    func `is read as a day`(text: String, seconds: Int) { #expect(RFC3339.day(text) == seconds) }

    @Test(arguments: ["", "2023-02-29", "2024-2-29", "2024-02-29T00:00:00Z", "20240229", "2024-02-29 "])
    func `is no other day`(text: String) { #expect(RFC3339.day(text) == nil) }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_709_209_800_250, "2024-02-29T12:30:00.250Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (5, "1970-01-01T00:00:00.005Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00Z"), (.max, "9999-12-31T23:59:59.807Z"),
            (.min, "0000-01-01T00:00:00.192Z"),
        ])
    func `is written in UTC`(milliseconds: Int, text: String) {
        #expect(RFC3339.text(milliseconds: milliseconds) == text)
    }
}
