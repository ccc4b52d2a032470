import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

@Suite(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
struct JSONSuiteTests {
    static func files(_ folder: String, prefix: String) -> [String] {
        guard let folder = SharedData.folder?.appendingPathComponent("suites/json-test-suite/\(folder)") else {
            return []
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.sorted()
    }

    static func bytes(_ folder: String, _ name: String) throws -> [UInt8] {
        let root = try #require(SharedData.folder)
        return [UInt8](
            try Data(contentsOf: root.appendingPathComponent("suites/json-test-suite/\(folder)/\(name)")))
    }

    /// What the reader makes of a text: nothing where it refuses it, and every way of reading must agree.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        let value = try? JSONValue(parsing: bytes)
        let document = try? JSONDocument(parsing: bytes)
        #expect((value == nil) == (document == nil))
        if let value, let document { #expect(document.root.value == value) }
        return value
    }

    @Test func `the suite is there`() {
        #expect(Self.files("test_parsing", prefix: "y_").count == 95)
        #expect(Self.files("test_parsing", prefix: "n_").count == 188)
        #expect(Self.files("test_parsing", prefix: "i_").count == Self.decisions.count)
    }

    @Test(arguments: files("test_parsing", prefix: "y_"))
    func `what the grammar allows is accepted`(name: String) throws {
        #expect(Self.read(try Self.bytes("test_parsing", name)) != nil)
    }

    @Test(arguments: files("test_parsing", prefix: "n_"))
    func `what the grammar forbids is refused with a message at a place in the text`(name: String) throws {
        let bytes = try Self.bytes("test_parsing", name)
        #expect(Self.read(bytes) == nil)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
        #expect(0...bytes.count ~= (error?.offset ?? -1))
        #expect(error?.message.isEmpty == false)
    }

    /// What the reader decides where the grammar leaves it open: numbers of any size are kept as they are written,
    /// 512 levels are allowed, a byte order mark at the start is skipped; anything that Swift can't hold as a text
    /// (half surrogate pairs) or that is no UTF-8 is refused.
    static let decisions: [String: Bool] = [
        "i_number_double_huge_neg_exp": true,
        "i_number_huge_exp": true,
        "i_number_neg_int_huge_exp": true,
        "i_number_pos_double_huge_exp": true,
        "i_number_real_neg_overflow": true,
        "i_number_real_pos_overflow": true,
        "i_number_real_underflow": true,
        "i_number_too_big_neg_int": true,
        "i_number_too_big_pos_int": true,
        "i_number_very_big_negative_int": true,
        "i_structure_500_nested_arrays": true,
        "i_structure_UTF-8_BOM_empty_object": true,
        "i_object_key_lone_2nd_surrogate": false,
        "i_string_1st_surrogate_but_2nd_missing": false,
        "i_string_1st_valid_surrogate_2nd_invalid": false,
        "i_string_incomplete_surrogate_and_escape_valid": false,
        "i_string_incomplete_surrogate_pair": false,
        "i_string_incomplete_surrogates_escape_valid": false,
        "i_string_invalid_lonely_surrogate": false,
        "i_string_invalid_surrogate": false,
        "i_string_inverted_surrogates_U+1D11E": false,
        "i_string_lone_second_surrogate": false,
        "i_string_UTF-16LE_with_BOM": false,
        "i_string_utf16BE_no_BOM": false,
        "i_string_utf16LE_no_BOM": false,
        "i_string_UTF-8_invalid_sequence": false,
        "i_string_UTF8_surrogate_U+D800": false,
        "i_string_invalid_utf-8": false,
        "i_string_iso_latin_1": false,
        "i_string_lone_utf8_continuation_byte": false,
        "i_string_not_in_unicode_range": false,
        "i_string_overlong_sequence_2_bytes": false,
        "i_string_overlong_sequence_6_bytes": false,
        "i_string_overlong_sequence_6_bytes_null": false,
        "i_string_truncated-utf-8": false,
    ]

    @Test(arguments: files("test_parsing", prefix: "i_"))
    func `what the grammar leaves open is decided`(name: String) throws {
        let decision = try #require(Self.decisions[String(name.dropLast(5))] as Bool?)
        #expect((Self.read(try Self.bytes("test_parsing", name)) != nil) == decision)
    }

    /// What reading and printing makes of the texts that parsers tend to change; `nil` where the text is refused.
    static let transformed: [String: String?] = [
        "number_-9223372036854775808": "[-9223372036854775808]",
        "number_-9223372036854775809": "[-9223372036854775809]",
        "number_1.0": "[1.0]",
        "number_1.000000000000000005": "[1.000000000000000005]",
        "number_1000000000000000": "[1000000000000000]",
        "number_10000000000000000999": "[10000000000000000999]",
        "number_1e-999": "[1E-999]",
        "number_1e6": "[1E6]",
        "number_9223372036854775807": "[9223372036854775807]",
        "number_9223372036854775808": "[9223372036854775808]",
        "object_key_nfc_nfd": "{\"\u{E9}\":\"NFC\",\"e\u{301}\":\"NFD\"}",
        "object_key_nfd_nfc": "{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}",
        "object_same_key_different_values": #"{"a":1,"a":2}"#,
        "object_same_key_same_value": #"{"a":1,"a":1}"#,
        "object_same_key_unclear_values": #"{"a":0,"a":-0}"#,
        "string_1_escaped_invalid_codepoint": nil,
        "string_1_invalid_codepoint": nil,
        "string_2_escaped_invalid_codepoints": nil,
        "string_2_invalid_codepoints": nil,
        "string_3_escaped_invalid_codepoints": nil,
        "string_3_invalid_codepoints": nil,
        "string_with_escaped_NULL": #"["A\u0000B"]"#,
    ]

    @Test(arguments: files("test_transform", prefix: ""))
    func `reading and printing changes no digit, no key and no order`(name: String) throws {
        let expected = try #require(Self.transformed[String(name.dropLast(5))] as String??)
        let printed = Self.read(try Self.bytes("test_transform", name))?.rendered()
        #expect(printed.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
}
