/// The bytes that the codec looks for.
enum Byte {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let comma: UInt8 = 0x2C
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let equals: UInt8 = 0x3D
    static let backslash: UInt8 = 0x5C

    /// A blank within a line: space or tab (OWS, RFC 9110, section 5.6.3).
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
}

/// Quick loops over bytes; each gives the place of the first byte that does not belong, or `end`.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// A set of ASCII characters as two words of bits: the token characters (RFC 9110, section 5.6.2).
    private static let tokenLow: UInt64 = 0x03FF_6CFA_0000_0000
    private static let tokenHigh: UInt64 = 0x57FF_FFFF_C7FF_FFFE

    /// Whether a byte may stand in a token.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? tokenLow : tokenHigh
        return byte < 128 && (bits &>> UInt64(byte & 63)) & 1 != 0
    }

    /// Goes over token characters.
    @inline(__always)
    static func token(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        var at = start
        while at < end, isToken(base[at]) { at &+= 1 }
        return at
    }

    /// Goes over visible ASCII characters, 0x21 to 0x7E.
    @inline(__always)
    static func visible(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        var at = start
        while at &+ 8 <= end {
            let word = load(base, at)
            let small = (word &- ones &* 0x21) & ~word
            let delete = word ^ (ones &* 0x7F)
            let found = (small | ((delete &- ones) & ~delete) | word) & highBits
            if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
            at &+= 8
        }
        while at < end, base[at] &- 0x21 < 0x5E { at &+= 1 }
        return at
    }

    /// Goes over bytes that a field value may hold: visible, blank, tab, or above ASCII.
    @inline(__always)
    static func fieldValue(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        var at = start
        scan: while true {
            while at &+ 8 <= end {
                let word = load(base, at)
                let small = (word &- ones &* 0x20) & ~word
                let delete = word ^ (ones &* 0x7F)
                let found = (small | ((delete &- ones) & ~delete)) & highBits
                if found != 0 {
                    at &+= found.trailingZeroBitCount / 8
                    break
                }
                at &+= 8
            }
            // What stopped the quick loop is a tab, a byte that does not belong, or a rest of less than 8 bytes.
            while at < end {
                let byte = base[at]
                guard byte >= 0x20 ? byte != 0x7F : byte == Byte.tab else { return at }
                at &+= 1
                if byte == Byte.tab { continue scan }
            }
            return at
        }
    }

    /// Eight bytes, the first one lowest.
    @inline(__always)
    private static func load(_ base: UnsafePointer<UInt8>, _ at: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
    }

    /// Whether `count` bytes are the letters, digits and dashes of `name`, which is in lower case, whatever their case.
    ///
    /// To be used for token characters only: setting the bit that tells the cases apart maps no other one to a letter.
    @inline(__always)
    static func isName(_ base: UnsafePointer<UInt8>, _ count: Int, _ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        let other = name.utf8Start
        for index in 0..<count where base[index] | 0x20 != other[index] { return false }
        return true
    }

    /// The range without blanks at its ends.
    static func trimmed(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, Byte.isBlank(base[lower]) { lower += 1 }
        while lower < upper, Byte.isBlank(base[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    /// Calls `body` with each element of a list separated by commas, without its blanks; empty ones too.
    @inline(__always)
    static func forEachElement(
        _ base: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (Range<Int>) -> Void
    ) {
        var start = range.lowerBound
        while true {
            var comma = start
            while comma < range.upperBound, base[comma] != Byte.comma { comma += 1 }
            body(trimmed(base, start..<comma))
            if comma == range.upperBound { return }
            start = comma + 1
        }
    }
}
