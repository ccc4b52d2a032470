import MockAPICore
import MockAPITestSupport
import Testing

/// A text that is no JSON, and what is said about it.
struct WrongText: CustomTestStringConvertible {
    var text: String
    var offset: Int
    var message: String
    var hint: String?

    init(_ text: String, _ offset: Int, _ message: String, _ hint: String?) {
        self.text = text
        self.offset = offset
        self.message = message
        self.hint = hint
    }

    var testDescription: String { text }
}

@Suite struct JSONSyntaxErrorTests {
    static let empty = "there is no value, the text is empty"

    static let wrongTexts: [WrongText] = [
        WrongText("", 0, empty, "a JSON text holds one value, for instance {}"),
        WrongText(" \n", 2, empty, "a JSON text holds one value, for instance {}"),
        WrongText("\u{FEFF}", 3, empty, "a JSON text holds one value, for instance {}"),
        WrongText(#"{"a":1,}"#, 6, "trailing comma before }", "remove it"),
        WrongText("[1,\n]", 2, "trailing comma before ]", "remove it"),
        WrongText("[,1]", 1, "expected a value, found \",\"", "remove the comma, or put null before it"),
        WrongText("[1,,2]", 3, "expected a value, found \",\"", "remove the comma, or put null before it"),
        WrongText("{,}", 1, "expected a key, found \",\"", "remove the comma"),
        WrongText("// x\n{}", 0, "JSON has no comments", "remove it"),
        WrongText("{ /* x */ }", 2, "JSON has no comments", "remove it"),
        WrongText("[1 # x\n]", 3, "JSON has no comments", "remove it"),
        WrongText("{} // x", 3, "JSON has no comments", "remove it"),
        WrongText(
            "{} {}", 3, "a second value after the end of the first", "a JSON text holds one value; put several in [ ]"),
        WrongText(
            "1 2", 2, "a second value after the end of the first", "a JSON text holds one value; put several in [ ]"),
        WrongText("{},", 2, "found \",\" after the end of the value", "remove it, or put the values in [ ]"),
        WrongText("{}}", 2, "\"}\" closes nothing", "remove it, or open its other half"),
        WrongText("{'a':1}", 1, "a key in single quotes", "use double quotes: \"key\""),
        WrongText("['a']", 1, "a string in single quotes", "use double quotes: \"text\""),
        WrongText("{name: 1}", 1, "a key without quotes", "write \"name\""),
        WrongText("{stadt_ö: 1}", 1, "a key without quotes", "write \"stadt_ö\""),
        WrongText("{1: 1}", 1, "expected a key, found \"1\"", nil),
        WrongText(#"{"a" 1}"#, 5, "expected \":\" after the key, found \"1\"", "write \"key\": value"),
        WrongText(#"{"a"=1}"#, 4, "expected \":\" after the key, found \"=\"", "write \"key\": value"),
        WrongText(#"{"a"}"#, 4, "expected \":\" after the key, found \"}\"", "write \"key\": value"),
        WrongText(#"{"a""#, 4, "the text ends after a key", "write \"key\": value"),
        WrongText(#"{"a":"#, 5, "the text ends inside an object", "close it with }"),
        WrongText(#"{"a":}"#, 5, "expected a value, found \"}\"", "put a value before it, or null"),
        WrongText(#"{"a":1 "b":2}"#, 7, "expected \",\" or \"}\", found \"\"\"", "put a comma between the members"),
        WrongText("[1 2]", 3, "expected \",\" or \"]\", found \"2\"", "put a comma between the elements"),
        WrongText(
            #"["a":1]"#, 4, "expected \",\" or \"]\", found \":\"",
            "names and values stand in an object: use { } instead of [ ]"),
        WrongText(#"{"a":1]"#, 6, "expected \"}\", found \"]\"", "an object is closed with }"),
        WrongText("[1}", 2, "expected \"]\", found \"}\"", "an array is closed with ]"),
        WrongText("{]", 1, "expected a key or \"}\", found \"]\"", "an object is closed with }"),
        WrongText("[", 1, "the text ends inside an array", "close it with ]"),
        WrongText("[1,", 3, "the text ends inside an array", "close it with ]"),
        WrongText("NaN", 0, "NaN is no JSON number", "use null, or a string"),
        WrongText("[-Infinity]", 1, "-Infinity is no JSON number", "use null, or a string"),
        WrongText("True", 0, "unknown word True", "write true"),
        WrongText("[None]", 1, "unknown word None", "write null"),
        WrongText("[undefined]", 1, "unknown word undefined", "write null"),
        WrongText("[tru]", 1, "unknown word tru", "put a text in quotes: \"tru\""),
        WrongText("[truex]", 1, "unknown word truex", "put a text in quotes: \"truex\""),
        WrongText("[01]", 1, "a number with a leading zero: 01", "remove the zero, or put the text in quotes"),
        WrongText("[-007.5]", 1, "a number with a leading zero: -007.5", "remove the zero, or put the text in quotes"),
        WrongText("[0x1F]", 1, "a hexadecimal number: 0x1F", "write it in decimal, or in quotes"),
        WrongText("[+1]", 1, "a number with a plus sign", "remove the plus sign"),
        WrongText("[.5]", 1, "a number without a digit before the point", "write 0.5 instead of .5"),
        WrongText("[-.5]", 1, "a number without a digit before the point", "write 0.5 instead of .5"),
        WrongText("[1.]", 1, "a number without a digit after the point: 1.", "write 1.0 instead of 1."),
        WrongText("[1.e3]", 1, "a number without a digit after the point: 1.e3", "write 1.0 instead of 1."),
        WrongText("[1e]", 1, "a number without digits in its exponent: 1e", "write 1e5 instead of 1e"),
        WrongText("[1e+]", 1, "a number without digits in its exponent: 1e+", "write 1e5 instead of 1e"),
        WrongText("[-]", 1, "a minus sign without a number", "write -1, or put a text in quotes"),
        WrongText("[12ab]", 1, "12ab is no number", "put a text in quotes: \"12ab\""),
        WrongText("[1.2.3]", 1, "1.2.3 is no number", "put a text in quotes: \"1.2.3\""),
        WrongText("[2026-11-30]", 1, "2026-11-30 is no number", "put a text in quotes: \"2026-11-30\""),
        WrongText("[\"a", 1, "a string without an end", "close it with \""),
        WrongText("[\"a\\", 1, "a string without an end", "close it with \""),
        WrongText("[\"a\nb\"]", 3, "a line break in a string", "write \\n, or close the string with \" before it"),
        WrongText("[\"a\tb\"]", 3, "a tab in a string", "write \\t"),
        WrongText("[\"a\u{1}b\"]", 3, "the control character U+0001 in a string", "write \\u0001"),
        WrongText(
            #"["\x41"]"#, 2, "unknown escape \\x",
            "write \\\\ for a backslash; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"),
        WrongText(
            #"["\u12"]"#, 2, "\\u without four hexadecimal digits", "write \\u00e9, or \\\\u for the two characters"),
        WrongText(
            #"["ab\ud83dc"]"#, 4, "\\ud83d is half a surrogate pair", "write both halves, or the character itself"),
        WrongText(#"["\ude00"]"#, 2, "\\ude00 is half a surrogate pair", "write both halves, or the character itself"),
        WrongText("[\u{A0}1]", 1, "expected a value, found U+00A0", "replace it with a plain blank"),
        WrongText("[1\u{200B}]", 2, "expected \",\" or \"]\", found U+200B", "replace it with a plain blank"),
        WrongText("[“a”]", 1, "expected a value, found \"“\"", "use straight quotes: \"text\""),
        WrongText(
            "[1,\u{FEFF}2]", 3, "expected a value, found U+FEFF",
            "a byte order mark may stand at the very start only; remove it"),
        WrongText("[\u{0}]", 1, "expected a value, found U+0000", nil),
    ]

    @Test(arguments: wrongTexts)
    func `an error names the first wrong byte, what is wrong and how to mend it`(wrong: WrongText) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: wrong.text) }
        #expect(error.offset == wrong.offset)
        #expect(error.message == wrong.message)
        #expect(error.hint == wrong.hint)
    }

    static let wrongBytes: [([UInt8], Int, String)] = [
        ([0x5B, 0x22, 0xE9, 0x22, 0x5D], 2, "not UTF-8: the byte 0xE9 is out of place"),
        ([0x5B, 0xFF, 0x5D], 1, "not UTF-8: the byte 0xFF is out of place"),
        (Array("[\"aaaaaaaaaaaaaaaa".utf8) + [0xC0, 0xAF, 0x22, 0x5D], 18, "not UTF-8: the byte 0xC0 is out of place"),
        ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, "not UTF-8: the byte 0xED is out of place"),
        ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, "not UTF-8: the byte 0xF4 is out of place"),
        ([0x22, 0xE2, 0x82], 1, "not UTF-8: the byte 0xE2 is out of place"),
        ([0xFF, 0xFE, 0x5B, 0, 0x5D, 0], 0, "not UTF-8: this looks like UTF-16 or UTF-32"),
        ([0xFE, 0xFF, 0, 0x5B, 0, 0x5D], 0, "not UTF-8: this looks like UTF-16 or UTF-32"),
        ([0x7B, 0, 0x7D, 0], 0, "not UTF-8: this looks like UTF-16 or UTF-32"),
        ([0, 0x7B, 0, 0x7D], 0, "not UTF-8: this looks like UTF-16 or UTF-32"),
        ([0x22, 0, 0x61, 0, 0x22, 0], 0, "not UTF-8: this looks like UTF-16 or UTF-32"),
        ([0x7B, 0, 0, 0, 0x7D, 0, 0, 0], 0, "not UTF-8: this looks like UTF-16 or UTF-32"),
        ([0, 0, 0, 0x7B], 0, "not UTF-8: this looks like UTF-16 or UTF-32"),
    ]

    @Test(arguments: wrongBytes)
    func `text that is no UTF-8 is called that`(bytes: [UInt8], offset: Int, message: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
        #expect(error.offset == offset)
        #expect(error.message == message)
        #expect(error.hint == "save the text as UTF-8")
    }

    @Test func `a finding has the line and the column in Unicode scalars`() throws {
        let text = "\u{FEFF}{\r\n  \"städte 😀\": 1,\r\n}"
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(
            error.finding(file: "stubs/a.json", bytes: Array(text.utf8)).description
                == "stubs/a.json:2:16: error: trailing comma before }; remove it")
    }

    @Test func `a finding says where the bracket stands that nothing closes`() throws {
        let text = "{\n  \"a\": [1, 2\n"
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(
            error.finding(file: "a.json", bytes: Array(text.utf8)).description
                == "a.json:3:1: error: the text ends inside an array that begins at 2:8; close it with ]")
    }

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `field case stubfiles-2: each broken file has its own reason, and a byte order mark is none`() throws {
        let files = try #require(try FieldCases.named("stubfiles-2")?["input"]?["files"]?.object)
        let expected = [
            "a-trailing.json": "1:26: error: trailing comma before }; remove it",
            "b-comment.json": "1:1: error: JSON has no comments; remove it",
            "c-two.json":
                "2:1: error: a second value after the end of the first; a JSON text holds one value; put several in [ ]",
            "d-nan.json": "1:23: error: NaN is no JSON number; use null, or a string",
            "e-bom.json": nil,
            "h-empty.json":
                "1:1: error: there is no value, the text is empty; a JSON text holds one value, for instance {}",
        ]
        for (name, report) in expected {
            let text = Array(try #require(files[name]?.string).utf8)
            var found: String?
            do {
                _ = try JSONDocument(parsing: text, file: name)
            } catch {
                found = error.finding(file: name, bytes: text).description
            }
            #expect(found == report.map { "\(name):\($0)" })
        }
    }
}
