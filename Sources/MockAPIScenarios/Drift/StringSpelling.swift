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
            let (scalar, length) = Self.escape(bytes, index)
            let encoded = Array(String(scalar).utf8)
            text += encoded
            places.append(index)
            for _ in encoded.dropFirst() { places.append(-1) }
            index += length
        }
        self.text = text
        self.places = places + [content.upperBound]
    }

    /// The character that an escape of a checked string stands for, and how many bytes it has.
    private static func escape(_ bytes: [UInt8], _ index: Int) -> (Unicode.Scalar, Int) {
        switch bytes[index + 1] {
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            let unit = codeUnit(bytes, index + 2)
            guard 0xD800...0xDBFF ~= unit else { return (Unicode.Scalar(unit) ?? "\u{FFFD}", 6) }
            // A character above U+FFFF is two escapes.
            let code = 0x10000 + (unit & 0x3FF) << 10 + codeUnit(bytes, index + 8) & 0x3FF
            return (Unicode.Scalar(code) ?? "\u{FFFD}", 12)
        case let byte: return (Unicode.Scalar(byte), 2)
        }
    }

    private static func codeUnit(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16) ?? 0
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
