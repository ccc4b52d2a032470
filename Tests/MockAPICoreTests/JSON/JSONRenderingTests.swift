import MockAPICore
import Testing

@Suite struct JSONRenderingTests {
    let value: JSONValue = [
        "z": [1, 2.5, "x"], "a": ["empty": [], "none": [:], "null": .null, "deep": [[true, false]]],
        "b": "é \"q\" \\ /",
    ]

    @Test func `compact text has no blanks and keeps the order of keys`() {
        #expect(
            value.rendered()
                == #"{"z":[1,2.5,"x"],"a":{"empty":[],"none":{},"null":null,"deep":[[true,false]]},"b":"é \"q\" \\ /"}"#
        )
        #expect("\(value)" == value.rendered(.compact))
    }

    @Test func `pretty text has a line for each part and two blanks for each level`() {
        #expect(
            value.rendered(.pretty) == """
                {
                  "z": [
                    1,
                    2.5,
                    "x"
                  ],
                  "a": {
                    "empty": [],
                    "none": {},
                    "null": null,
                    "deep": [
                      [
                        true,
                        false
                      ]
                    ]
                  },
                  "b": "é \\"q\\" \\\\ /"
                }
                """)
    }

    @Test(arguments: ["1", "-0", "1.50", "1E+2", "\"x\"", "null", "true", "false", "[]", "{}"])
    func `scalars and empty containers look the same in both styles`(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(value.rendered(.compact) == text)
        #expect(value.rendered(.pretty) == text)
    }

    @Test func `number literals are kept to the last digit`() throws {
        let text = "[1.0,1e2,0.10000000000000001,9007199254740993,123456789012345678901234567890,-0,1E-400]"
        #expect(try JSONValue(parsing: text).rendered() == text)
    }

    @Test func `only quotes, backslashes and controls are escaped`() throws {
        let text =
            String(String.UnicodeScalarView((0..<0x30).compactMap { Unicode.Scalar($0) }))
            + "\\\u{7F}\u{80}\u{2028}\u{FEFF}😀"
        let rendered = JSONValue.string(text).rendered()
        let controls =
            #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
            + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#
        #expect(rendered == "\"" + controls + " !\\\"#$%&'()*+,-./\\\\\u{7F}\u{80}\u{2028}\u{FEFF}😀\"")
        #expect(try JSONValue(parsing: rendered) == .string(text))
    }

    @Test(arguments: 0..<20)
    func `an escape is written wherever it stands`(length: Int) throws {
        let padding = String(repeating: "é", count: length) + String(repeating: "a", count: length)
        for special in ["\"", "\\", "\u{1F}"] {
            let value = JSONValue.string(padding + special + padding)
            #expect(try JSONValue(parsing: value.rendered()) == value)
            #expect(try JSONValue(parsing: JSONValue.object([padding + special: 1]).rendered())[padding + special] == 1)
        }
    }
}
