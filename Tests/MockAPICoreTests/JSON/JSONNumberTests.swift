import MockAPICore
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "1.5", "-0.25", "1e5", "1E+5", "1e-05", "12.30e1", "1e999999999999999999999",
    ])
    func `a number keeps its text`(literal: String) throws {
        #expect(try #require(JSONNumber(literal)).literal == literal)
        #expect(try JSONValue(parsing: literal).rendered() == literal)
    }

    @Test(arguments: [
        "", " ", "-", "01", "-01", "1.", ".5", "+1", "1e", "1e+", "0x1", "NaN", "1 ", " 1", "1,2", "１", "\"1\"", "--1",
    ])
    func `anything else is no number`(literal: String) {
        #expect(JSONNumber(literal) == nil)
    }

    static let integers: [(String, Int?)] = [
        ("0", 0), ("-0", 0), ("-0.0", 0), ("0e99999999999999999999", 0), ("1", 1), ("1.0", 1), ("1e2", 100),
        ("100e-2", 1), ("1.50e1", 15), ("9223372036854775807", .max), ("9223372036854775808", nil),
        ("-9223372036854775808", .min), ("-9223372036854775809", nil), ("9.223372036854775807e18", .max),
        ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("1.5", nil), ("1e-1", nil),
        ("1e99999999999999999999", nil),
        ("1e-99999999999999999999", nil), ("10000000000000000000000e-22", 1), ("1.0000000000000000000000000000", 1),
        ("00", nil),
    ]

    @Test(arguments: integers)
    func `a whole number is had as an Int where it fits`(literal: String, int: Int?) {
        #expect(JSONNumber(literal)?.int == int)
    }

    static let wholes: [(String, Bool)] = [
        ("0", true), ("0.000", true), ("1.5", false), ("15e-1", false), ("150e-1", true), ("1e30", true),
        ("1e99999999999999999999", true), ("1e-99999999999999999999", false), ("0e-99999999999999999999", true),
        ("0.5e1", true), ("0.05e1", false),
    ]

    @Test(arguments: wholes)
    func `whether a number is whole does not depend on how it is written`(literal: String, isInteger: Bool) throws {
        #expect(try #require(JSONNumber(literal)).isInteger == isInteger)
    }

    @Test func `a floating-point value is the nearest one, or infinite`() throws {
        #expect(try #require(JSONNumber("0.1")).double == 0.1)
        #expect(try #require(JSONNumber("-1.25e2")).double == -125)
        #expect(try #require(JSONNumber("9007199254740993")).double == 9_007_199_254_740_992)
        #expect(try #require(JSONNumber("1e400")).double == .infinity)
        #expect(try #require(JSONNumber("-1e400")).double == -.infinity)
        #expect(try #require(JSONNumber("1e-400")).double == 0)
    }

    @Test(arguments: [0.1, -1.5, 1e300, Double.leastNonzeroMagnitude, 1, -0.0, 123456789.125, .pi])
    func `a Double survives being written`(value: Double) throws {
        let number = try #require(JSONNumber(value))
        #expect(number.double == value)
        #expect(JSONNumber(number.literal) == number)
    }

    @Test func `NaN and the infinities are no numbers`() {
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(-Double.infinity) == nil)
    }

    @Test func `an exponent of a million digits is compared at once`() throws {
        let huge = String(repeating: "9", count: 1_000_000)
        let one = try #require(JSONNumber("1e\(huge)"))
        let ten = try #require(JSONNumber("0.1e1\(String(repeating: "0", count: 1_000_000))"))
        #expect(one == ten)
        #expect(one.hashValue == ten.hashValue)
        #expect(one != JSONNumber("1e\(huge.dropLast())8"))
        #expect(one.int == nil)
        #expect(one.isInteger)
        #expect(one.double == .infinity)
    }
}
