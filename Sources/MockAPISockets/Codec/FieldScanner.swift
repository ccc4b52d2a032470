/// Walks over the field lines of a header or trailer section (RFC 9112, section 5), one line at a time, and can be
/// interrupted at any byte.
///
/// The places are offsets into the bytes it is given; where a line is cut, they mean something only if the caller gives
/// the earlier bytes again, at the same places.
struct FieldScanner: Sendable {
    /// What came first.
    enum Outcome {
        /// The end of the bytes.
        case needMore
        /// The end of a field line, whose places are set.
        case line
        /// The end of the empty line that ends the section.
        case end
        /// A line that starts with a blank and so continues the one before it; the blank is not used up.
        case fold
        /// A byte that must not stand where it does.
        case failure(String)
    }

    private enum Step: UInt8 {
        case lineStart, name, beforeValue, value, lineFeed, lastLineFeed
    }

    private var step = Step.lineStart
    /// Where the name starts.
    private(set) var nameStart = 0
    /// Where the name ends.
    private(set) var nameEnd = 0
    /// Where the value starts, blanks left out.
    private(set) var valueStart = 0
    /// Where the value ends, blanks left out.
    private(set) var valueEnd = 0

    /// Takes up the value of the last line again, of which `position` is the continuation.
    mutating func resumeValue() { step = .value }

    /// Reads on from `position` to the next outcome.
    @inline(__always)
    mutating func scan(_ base: UnsafePointer<UInt8>, _ position: inout Int, _ end: Int) -> Outcome {
        var at = position
        defer { position = at }
        while at < end {
            switch step {
            case .lineStart:
                let byte = base[at]
                if !ByteScan.isToken(byte) {
                    if byte == Byte.carriageReturn {
                        step = .lastLineFeed
                        at &+= 1
                        continue
                    }
                    return Byte.isBlank(byte) ? .fold : .failure(Self.problemInName(byte, isFirst: true))
                }
                nameStart = at
                step = .name
                fallthrough
            case .name:
                at = ByteScan.token(base, at, end)
                if at == end { return .needMore }
                guard base[at] == Byte.colon else {
                    return .failure(Self.problemInName(base[at], isFirst: false))
                }
                nameEnd = at
                at &+= 1
                step = .beforeValue
                if at == end { return .needMore }
                fallthrough
            case .beforeValue:
                while at < end, Byte.isBlank(base[at]) { at &+= 1 }
                if at == end { return .needMore }
                valueStart = at
                step = .value
                fallthrough
            case .value:
                at = ByteScan.fieldValue(base, at, end)
                if at == end { return .needMore }
                guard base[at] == Byte.carriageReturn else {
                    return .failure(
                        base[at] == Byte.lineFeed
                            ? "a field line ends with LF alone" : "a field value holds a control byte")
                }
                valueEnd = at
                while valueEnd > valueStart, Byte.isBlank(base[valueEnd &- 1]) { valueEnd &-= 1 }
                at &+= 1
                step = .lineFeed
                if at == end { return .needMore }
                fallthrough
            case .lineFeed:
                guard base[at] == Byte.lineFeed else { return .failure("a CR in a field line has no LF after it") }
                at &+= 1
                step = .lineStart
                return .line
            case .lastLineFeed:
                guard base[at] == Byte.lineFeed else {
                    return .failure("the CR of the empty line has no LF after it")
                }
                at &+= 1
                step = .lineStart
                return .end
            }
        }
        return .needMore
    }

    private static func problemInName(_ byte: UInt8, isFirst: Bool) -> String {
        switch byte {
        case Byte.colon: "a field line has no name"
        case Byte.space, Byte.tab: "there is a blank between a field name and its colon"
        case Byte.carriageReturn: "a field line has no colon"
        case Byte.lineFeed: isFirst ? "a line ends with LF alone" : "a field line has no colon"
        default: "a field name holds a byte that is no token character"
        }
    }
}
