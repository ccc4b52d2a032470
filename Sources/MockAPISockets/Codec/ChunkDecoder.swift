import MockAPICore

/// Takes the chunks off a chunked content (RFC 9112, section 7.1), and can be interrupted at any byte.
///
/// Sizes are 1*HEXDIG, at most 16 of them, and must fit a positive `Int`. Extensions must follow the grammar and are
/// dropped, as is the trailer section; nothing is allocated for a size that was only announced.
struct ChunkDecoder: Sendable {
    /// Why a content cannot be read.
    enum Problem: Sendable, Hashable {
        /// It is not chunked by the rules.
        case malformed(String)
        /// It is larger than allowed.
        case bodyTooLarge
        /// Extensions and trailer fields are more than allowed.
        case overheadTooLarge
    }

    /// What came first.
    enum Outcome {
        /// The end of the bytes.
        case needMore
        /// The end of the trailer section.
        case end
        case failure(Problem)
    }

    private enum Step: UInt8 {
        case size, beforeSemicolon, beforeName, name, afterName, beforeValue, value, quoted, escaped, afterQuoted
        case sizeLineFeed, data, dataReturn, dataLineFeed, trailer
    }

    private let maxBody: Int
    private var overheadLeft: Int
    private var linesLeft: Int
    private var step = Step.size
    private var digits = 0
    private var left = 0
    private var trailer = FieldScanner()

    /// Makes a decoder; `maxOverhead` bounds all extensions and trailer fields together.
    init(maxBody: Int, maxOverhead: Int, maxTrailerLines: Int) {
        self.maxBody = maxBody
        overheadLeft = maxOverhead
        linesLeft = maxTrailerLines
    }

    /// Reads on from `offset`, appending content to `body`.
    mutating func decode(_ bytes: UnsafeRawBufferPointer, from offset: inout Int, into body: inout [UInt8]) -> Outcome {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .needMore }
        while offset < bytes.count {
            switch step {
            case .data:
                let count = min(left, bytes.count - offset)
                body.append(contentsOf: UnsafeBufferPointer(start: start + offset, count: count))
                offset += count
                left -= count
                if left == 0 { step = .dataReturn }
            case .trailer:
                if let outcome = readTrailer(start, &offset, bytes.count) { return outcome }
            default:
                let byte = start[offset]
                offset += 1
                if let problem = take(byte, received: body.count) { return .failure(problem) }
            }
        }
        return .needMore
    }

    private mutating func readTrailer(_ base: UnsafePointer<UInt8>, _ offset: inout Int, _ count: Int) -> Outcome? {
        let start = offset
        let outcome = trailer.scan(base, &offset, min(count, offset + overheadLeft))
        overheadLeft -= offset - start
        switch outcome {
        case .end: return .end
        case .line:
            linesLeft -= 1
            return linesLeft < 0 ? .failure(.overheadTooLarge) : nil
        case .needMore: return overheadLeft == 0 ? .failure(.overheadTooLarge) : nil
        case .fold: return .failure(.malformed("a trailer field is folded"))
        case .failure(let problem): return .failure(.malformed(problem))
        }
    }

    /// Takes one byte of a size line, or of the line end after a chunk.
    private mutating func take(_ byte: UInt8, received: Int) -> Problem? {
        switch step {
        case .size:
            if let value = PercentCoding.hexValue(byte) {
                guard digits < 16, left <= Int.max >> 4 else { return .malformed("a chunk size is too large") }
                digits += 1
                left = left << 4 | Int(value)
                return nil
            }
            guard digits > 0 else { return .malformed("a chunk size is no hexadecimal number") }
            return afterElement(byte, "a chunk size is no hexadecimal number", .beforeSemicolon)
        case .sizeLineFeed:
            guard byte == Byte.lineFeed else { return .malformed("the CR after a chunk size has no LF after it") }
            guard left <= maxBody - received else { return .bodyTooLarge }
            digits = 0
            step = left == 0 ? .trailer : .data
            // The empty line that ends the trailer section is not counted.
            if left == 0 { overheadLeft += 2 }
            return nil
        case .dataReturn:
            guard byte == Byte.carriageReturn else { return .malformed("a chunk is longer than its size") }
            step = .dataLineFeed
            return nil
        case .dataLineFeed:
            guard byte == Byte.lineFeed else { return .malformed("the CR after a chunk has no LF after it") }
            step = .size
            return nil
        default:
            return takeExtension(byte)
        }
    }

    private mutating func takeExtension(_ byte: UInt8) -> Problem? {
        let problem = "a chunk extension does not follow the grammar"
        switch step {
        case .beforeSemicolon:
            if byte == Byte.semicolon { step = .beforeName } else if !Byte.isBlank(byte) { return .malformed(problem) }
        case .beforeName:
            if ByteScan.isToken(byte) { step = .name } else if !Byte.isBlank(byte) { return .malformed(problem) }
        case .name:
            if byte == Byte.equals {
                step = .beforeValue
            } else if !ByteScan.isToken(byte) {
                return afterElement(byte, problem, .afterName)
            }
        case .afterName:
            if byte == Byte.equals {
                step = .beforeValue
            } else if byte == Byte.semicolon {
                step = .beforeName
            } else if !Byte.isBlank(byte) {
                return .malformed(problem)
            }
        case .beforeValue:
            if byte == Byte.quote {
                step = .quoted
            } else if ByteScan.isToken(byte) {
                step = .value
            } else if !Byte.isBlank(byte) {
                return .malformed(problem)
            }
        case .value:
            if !ByteScan.isToken(byte) { return afterElement(byte, problem, .beforeSemicolon) }
        case .quoted:
            if byte == Byte.quote {
                step = .afterQuoted
            } else if byte == Byte.backslash {
                step = .escaped
            } else if byte < 0x20 && byte != Byte.tab || byte == 0x7F {
                return .malformed(problem)
            }
        case .escaped:
            if byte < 0x20 && byte != Byte.tab || byte == 0x7F { return .malformed(problem) }
            step = .quoted
        case .afterQuoted:
            return afterElement(byte, problem, .beforeSemicolon)
        default:
            return .malformed(problem)
        }
        return countOverhead()
    }

    /// What may follow a size, a name or a value: the line end, `;`, or a blank before one of the latter.
    private mutating func afterElement(_ byte: UInt8, _ problem: String, _ afterBlank: Step) -> Problem? {
        switch byte {
        case Byte.carriageReturn: step = .sizeLineFeed
        case Byte.semicolon: step = .beforeName
        case Byte.space, Byte.tab: step = afterBlank
        default: return .malformed(problem)
        }
        return byte == Byte.carriageReturn ? nil : countOverhead()
    }

    private mutating func countOverhead() -> Problem? {
        overheadLeft -= 1
        return overheadLeft < 0 ? .overheadTooLarge : nil
    }
}
