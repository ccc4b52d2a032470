import MockAPICore
import Testing

@testable import MockAPIScenarios

@Suite struct StringSpellingTests {
    private static let literal = #""a\u00e9\"\/\\\b\f\n\r\té😀\ud83d\ude00\uD800\uDC00\u0000z""#

    @Test func `a string is read as it is elsewhere`() throws {
        let root = try JSONDocument(parsing: "[ \(Self.literal)]").root
        let node = try #require(root[0])
        let text = try #require(node.string)
        #expect(StringSpelling(node).text == Array(text.utf8))
    }

    /// Each part of the text becomes each of some others; the document then has the text that they make.
    @Test func `a part is written anew and all else keeps its spelling`() throws {
        let document = try JSONDocument(parsing: "[ \(Self.literal)]")
        let node = try #require(document.root[0])
        let scalars = Array(try #require(node.string).unicodeScalars)
        func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        for start in scalars.indices {
            for end in start...scalars.count {
                for new in ["", "è", "\"😁\u{1}"] {
                    let expected = text(scalars[..<start]) + new + text(scalars[end...])
                    let edits = StringSpelling(node).edits(to: Array(expected.utf8))
                    let bytes = try #require(JSONEdits.apply(edits, to: document.bytes))
                    let found = try JSONValue(parsing: bytes)
                    #expect(found == [.string(expected)])
                }
            }
        }
        #expect(StringSpelling(node).edits(to: StringSpelling(node).text).isEmpty)
    }
}
