import MockAPICore

/// How a string of a JSON text is spelled, so that a part of it can be written anew and all else keeps its escapes.
struct StringSpelling {
    /// The text that the string stands for.
    let text: [UInt8]
    /// For each byte of the text, and for its end, where in the document it is written; -1 inside of a scalar.
    private let places: [Int]

    /// Takes a node that is a string.
    init(_ node: JSONNode) {
        let bytes = node.document.bytes
        let content = node.range.dropFirst().dropLast()
        var text: [UInt8] = []
        var places: [Int] = []
        var index = content.lowerBound
        while index < content.upperBound {
            let byte = bytes[index]
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
                places.append(byte & 0xC0 == 0x80 ? -1 : index)
                index += 1
                continue
            }
            let end = index + Self.lengthOfEscape(bytes, index)
            let encoded = Array(JSONText.unescaped(bytes[index..<end]).utf8)
            text += encoded
            places.append(index)
            for _ in encoded.dropFirst() { places.append(-1) }
            index = end
        }
        self.text = text
        self.places = places + [content.upperBound]
    }

    /// How many bytes an escape of a checked string has; a character above U+FFFF is two escapes.
    private static func lengthOfEscape(_ bytes: [UInt8], _ index: Int) -> Int {
        guard bytes[index + 1] == UInt8(ascii: "u") else { return 2 }
        let isPair = "dD".utf8.contains(bytes[index + 2]) && "89abAB".utf8.contains(bytes[index + 3])
        return isPair ? 12 : 6
    }

    /// The edits of the document that make edits of the text; a text that is not changed in a place is not touched there.
    func edits(_ inner: [JSONEdits.Edit]) -> [JSONEdits.Edit] {
        inner.compactMap { edit in
            if edit.range.count == edit.bytes.count, text[edit.range].elementsEqual(edit.bytes) { return nil }
            let (start, end) = (places[edit.range.lowerBound], places[edit.range.upperBound])
            let string = JSONValue.string(String(decoding: edit.bytes, as: UTF8.self)).renderedBytes(.compact)
            return JSONEdits.Edit(range: start..<end, bytes: Array(string.dropFirst().dropLast()))
        }
    }

    /// The edits of the document that make another text: what both begin and end with stays as it is spelled.
    func edits(to new: [UInt8]) -> [JSONEdits.Edit] {
        var prefix = zip(text, new).prefix { $0 == $1 }.count
        while prefix > 0, !Self.isBoundary(text, prefix) || !Self.isBoundary(new, prefix) { prefix -= 1 }
        let most = min(text.count, new.count) - prefix
        var suffix = zip(text.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        while suffix > 0, !Self.isBoundary(text, text.count - suffix) || !Self.isBoundary(new, new.count - suffix) {
            suffix -= 1
        }
        return edits([
            JSONEdits.Edit(range: prefix..<text.count - suffix, bytes: Array(new[prefix..<new.count - suffix]))
        ])
    }

    private static func isBoundary(_ bytes: [UInt8], _ index: Int) -> Bool {
        index == bytes.count || bytes[index] & 0xC0 != 0x80
    }
}
