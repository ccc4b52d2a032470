import Foundation
import MockAPICore
import Testing

@testable import MockAPIScenarios

@Suite struct ParameterDecodingTests {
    private struct File: Decodable, Sendable, Equatable {
        var name: String
        var data: Data
        var count: Int8?
    }

    private struct Upload: Decodable, Sendable, Equatable {
        var files: [File]
        var fields: [String: String] = [:]
        var id: UInt64?
        var url: URL?
        var isFast: Bool?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            files = try container.decode([File].self, forKey: .files)
            fields = try container.decodeIfPresent([String: String].self, forKey: .fields) ?? [:]
            id = try container.decodeIfPresent(UInt64.self, forKey: .id)
            url = try container.decodeIfPresent(URL.self, forKey: .url)
            isFast = try container.decodeIfPresent(Bool.self, forKey: .isFast)
        }

        enum CodingKeys: CodingKey { case files, fields, id, url, isFast }
    }

    private func decode(_ json: String) throws -> DecodedParameters<Upload> {
        DecodedParameters(Upload.self, from: try JSONValue(parsing: json))
    }

    private func problems(_ json: String) throws -> [String] {
        guard case .problems(let problems) = try decode(json) else { return [] }
        return problems.map { "\($0.path): \($0.message)" + ($0.hint.map { "; \($0)" } ?? "") }
    }

    @Test func `parameters keep all their digits and their bytes`() throws {
        let json = #"""
            {"files":[{"name":"a","data":"aGk=","count":1e2}],"fields":{"any key":"x"},"id":18446744073709551615,
            "url":"http://h/p","isFast":null}
            """#
        guard case .parameters(let upload) = try decode(json) else {
            Issue.record("the parameters did not decode")
            return
        }
        #expect(upload.files == [File(name: "a", data: Data("hi".utf8), count: 100)])
        #expect(upload.fields == ["any key": "x"])
        #expect(upload.id == .max)
        #expect(upload.url == URL(string: "http://h/p"))
    }

    @Test(arguments: [
        (#"{}"#, [#"$: key "files" is missing"#]),
        (#"{"files":7}"#, ["$.files: must be an array, found number 7"]),
        (#"{"files":[{"name":1,"data":""}]}"#, ["$.files[0].name: must be a string, found number 1"]),
        (#"{"files":[{"name":"a","data":"%"}]}"#, [#"$.files[0].data: must be base64 text, found string "%""#]),
        (
            #"{"files":[{"name":"a","data":"","count":128}]}"#,
            ["$.files[0].count: must be an integer of type Int8, found number 128"]
        ),
        (
            #"{"files":[{"name":"a","data":"","coutn":1}]}"#,
            [#"$.files[0].coutn: unknown key "coutn"; did you mean "count"?"#]
        ),
        (#"{"files":[],"isFast":"yes"}"#, [#"$.isFast: must be true or false, found string "yes""#]),
        (#"{"files":[],"other":1}"#, [#"$.other: unknown key "other""#]),
        (#"{"fils":[]}"#, [#"$: key "files" is missing"#, #"$.fils: unknown key "fils"; did you mean "files"?"#]),
        (#"[]"#, ["$: must be an object, found an array"]),
    ])
    func `parameters that do not fit say where and why`(json: String, expected: [String]) throws {
        #expect(try problems(json) == expected)
    }
}
