import Foundation
import MockAPICore

/// The JSON reader and printer on a text of 1 MB, beside Foundation's.
enum JSONMeasures {
    static var all: [Measure] {
        let value = try? JSONValue(parsing: text)
        let object = try? JSONSerialization.jsonObject(with: Data(text))
        guard let value, let object else { return [] }
        return [
            Measure("json: read tokens", bytes: text.count) { count in
                for _ in 0..<count { try readTokens() }
            },
            Measure("json: read a value tree", bytes: text.count) { count in
                for _ in 0..<count { keep(try JSONValue(parsing: text)) }
            },
            Measure("json: read a document", bytes: text.count) { count in
                for _ in 0..<count { keep(try JSONDocument(parsing: text)) }
            },
            Measure("json: print", bytes: text.count) { count in
                for _ in 0..<count { keep(value.renderedBytes()) }
            },
            Measure("json: Foundation reads", bytes: text.count) { count in
                let data = Data(text)
                for _ in 0..<count { keep(try JSONSerialization.jsonObject(with: data)) }
            },
            Measure("json: Foundation prints", bytes: text.count) { count in
                for _ in 0..<count { keep(try JSONSerialization.data(withJSONObject: object)) }
            },
        ]
    }

    private static func readTokens() throws {
        try text.withUnsafeBufferPointer { bytes in
            var reader = JSONTokenReader(bytes)
            var count = 0
            while let token = try reader.next() { count &+= token.range.count }
            keep(count)
        }
    }

    /// A list of repositories as GitHub has them: short and long texts, some with escapes and beyond ASCII, numbers of
    /// both kinds, nested objects; about 1,000,000 bytes without blanks.
    private static let text: [UInt8] = {
        var items: [String] = []
        var length = 0
        while length < 1_000_000 {
            let number = items.count
            items.append(
                #"{"id":\#(1_296_269 + number),"node_id":"MDEwOlJlcG9zaXRvcnkxMjk2MjY5","name":"Hello-World-\#(number)","#
                    + #""owner":{"login":"octocat","id":\#(number % 97),"type":"User","site_admin":false},"#
                    + #""html_url":"https://github.com/octocat/Hello-World-\#(number)","#
                    + #""description":"A first repository\nwith \"two\" lines, \u00e4nd w\u00f6rds – für alle","fork":false,"#
                    + #""size":\#(number * 37 % 100_000),"score":\#(number).5,"rank":\#(number)e-3,"language":null,"#
                    + #""topics":["octocat","atom","electron","api"],"permissions":{"admin":false,"push":true}}"#)
            length += items[number].utf8.count + 1
        }
        return Array("[\(items.joined(separator: ","))]".utf8)
    }()
}
