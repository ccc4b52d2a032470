extension JSONTokenReader {
    private static let spaces: UInt64 = 0x2020_2020_2020_2020

    /// Eight bytes, the first one lowest; the caller has checked that they are there.
    @inline(__always)
    private func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Moves over blanks, and over comments where they are allowed.
    @inline(__always)
    mutating func skipBlanks() throws(JSONSyntaxError) {
        let count = bytes.count
        guard offset < count, bytes[offset] <= 0x20 || bytes[offset] == UInt8(ascii: "/") else { return }
        try skipMoreBlanks()
    }

    private mutating func skipMoreBlanks() throws(JSONSyntaxError) {
        let count = bytes.count
        var index = offset
        while true {
            while index + 8 <= count, word(at: index) == Self.spaces { index += 8 }
            guard index < count else { break }
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09:
                index += 1
                continue
            case UInt8(ascii: "/") where options.allowsComments && isComment(at: index):
                offset = index
                index = try endOfComment()
                continue
            default: break
            }
            break
        }
        offset = index
    }

    /// Whether `//` or `/*` stands at `index`.
    func isComment(at index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index] == UInt8(ascii: "/")
            && (bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*"))
    }

    /// The place after the comment that begins here.
    private func endOfComment() throws(JSONSyntaxError) -> Int {
        var index = offset + 2
        if bytes[index - 1] == UInt8(ascii: "/") {
            while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            return index
        }
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
            index += 1
        }
        throw JSONSyntaxError(offset: offset, "a comment without an end", hint: "close it with */")
    }

    /// Moves over the string that begins here.
    mutating func scanString() throws(JSONSyntaxError) {
        let count = bytes.count
        var index = offset + 1
        sawEscape = false
        while true {
            while index + 8 <= count {
                let found = JSONText.special(word(at: index), aboveASCII: true)
                if found != 0 {
                    index += found.trailingZeroBitCount >> 3
                    break
                }
                index += 8
            }
            guard index < count else { throw stringWithoutEnd() }
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                offset = index + 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                sawEscape = true
                index = try scanEscape(index)
            } else if byte >= 0x80 {
                repeat {
                    let length = utf8Length(index)
                    if length == 0 { throw notUTF8(at: index) }
                    index += length
                } while index < count && bytes[index] >= 0x80
            } else if byte < 0x20 {
                throw controlInString(at: index)
            } else {
                index += 1
            }
        }
    }

    /// The place after the escape that begins at `index`.
    private func scanEscape(_ index: Int) throws(JSONSyntaxError) -> Int {
        guard index + 1 < bytes.count else { throw stringWithoutEnd() }
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return index + 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit(index)
            guard 0xD800...0xDFFF ~= unit else { return index + 6 }
            guard unit < 0xDC00, index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
                bytes[index + 7] == UInt8(ascii: "u"), 0xDC00...0xDFFF ~= (try codeUnit(index + 6))
            else { throw halfSurrogatePair(at: index) }
            return index + 12
        default: throw unknownEscape(at: index)
        }
    }

    /// The value of the four digits of the `\u` at `index`.
    private func codeUnit(_ index: Int) throws(JSONSyntaxError) -> UInt32 {
        var unit: UInt32 = 0
        for place in index + 2..<index + 6 {
            guard place < bytes.count, let digit = PercentCoding.hexValue(bytes[place]) else {
                throw shortUnicodeEscape(at: index)
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// The length of the well-formed sequence above ASCII at `index`; 0 where it is not well-formed
    /// (Unicode, table 3-7).
    @inline(__always)
    func utf8Length(_ index: Int) -> Int {
        let left = bytes.count - index
        let first = bytes[index]
        if first < 0xC2 { return 0 }
        if first < 0xE0 { return left >= 2 && bytes[index + 1] & 0xC0 == 0x80 ? 2 : 0 }
        if first < 0xF0 {
            guard left >= 3 else { return 0 }
            let second = bytes[index + 1]
            guard second & 0xC0 == 0x80, bytes[index + 2] & 0xC0 == 0x80 else { return 0 }
            if first == 0xE0 && second < 0xA0 || first == 0xED && second >= 0xA0 { return 0 }
            return 3
        }
        guard first < 0xF5, left >= 4 else { return 0 }
        let second = bytes[index + 1]
        guard second & 0xC0 == 0x80, bytes[index + 2] & 0xC0 == 0x80, bytes[index + 3] & 0xC0 == 0x80 else { return 0 }
        if first == 0xF0 && second < 0x90 || first == 0xF4 && second >= 0x90 { return 0 }
        return 4
    }

    /// Moves over the number that begins here.
    mutating func scanNumber() throws(JSONSyntaxError) {
        let count = bytes.count
        let start = offset
        var index = start
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        guard index < count, isDigit(bytes[index]) else { throw wrongNumber(start: start) }
        if bytes[index] == UInt8(ascii: "0") {
            index += 1
        } else {
            while index < count, isDigit(bytes[index]) { index += 1 }
        }
        if index < count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard index < count, isDigit(bytes[index]) else { throw wrongNumber(start: start) }
            while index < count, isDigit(bytes[index]) { index += 1 }
        }
        if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            guard index < count, isDigit(bytes[index]) else { throw wrongNumber(start: start) }
            while index < count, isDigit(bytes[index]) { index += 1 }
        }
        if index < count, isWordByte(bytes[index]) || bytes[index] == UInt8(ascii: ".") {
            throw wrongNumber(start: start)
        }
        offset = index
    }

    @inline(__always)
    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Whether a byte can be part of a word: a letter, a digit, `_`, `$`, `+` or `-`.
    @inline(__always)
    func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
