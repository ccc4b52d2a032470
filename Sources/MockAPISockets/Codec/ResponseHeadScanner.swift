import MockAPICore

/// Reads a status line and a header section, and can be interrupted at any byte.
///
/// Where the bytes are cut, the earlier ones are given again, at the same places, and are not read again.
struct ResponseHeadScanner: Sendable {
    enum Outcome {
        /// The end of the bytes.
        case needMore
        /// The end of the header section.
        case complete
        case failure(String)
    }

    private enum Step: UInt8 {
        case statusLine, reason, lineFeed, fields
    }

    private struct Line: Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// Where the next byte is to be read; after the end, the length of the head with its empty line.
    private(set) var position = 0
    /// The status code.
    private(set) var status = 0
    /// Whether the server speaks HTTP/1.0.
    private(set) var isHTTP10 = false
    /// The fields that frame the content.
    private(set) var framing = FramingFields()
    /// Whether version and `Connection` leave the connection open.
    private(set) var keepAlive = true
    private var step = Step.statusLine
    private var reason = 0..<0
    private var fieldScanner = FieldScanner()
    private var lines: [Line] = []

    /// Reads on from `position`; `count` bytes are at `base`, those read before among them.
    mutating func scan(_ base: UnsafeMutablePointer<UInt8>, _ count: Int) -> Outcome {
        if step != .fields {
            if let problem = scanStatusLine(base, count) { return .failure(problem) }
            if step != .fields { return .needMore }
        }
        while true {
            switch fieldScanner.scan(base, &position, count) {
            case .needMore: return .needMore
            case .failure(let problem): return .failure(problem)
            case .line:
                lines.append(
                    Line(
                        name: fieldScanner.nameStart..<fieldScanner.nameEnd,
                        value: fieldScanner.valueStart..<fieldScanner.valueEnd))
            case .fold:
                guard lines.popLast() != nil else { return .failure("the header section starts with a blank") }
                base[position - 2] = Byte.space
                base[position - 1] = Byte.space
                fieldScanner.resumeValue()
            case .end:
                judge(base)
                return .complete
            }
        }
    }

    /// The response without its content.
    func response(_ bytes: [UInt8]) -> HTTPResponse {
        let status = HTTPStatus(status)
        let phrase = Self.text(bytes[reason])
        var fields = HTTPFields()
        fields.reserveCapacity(lines.count)
        for line in lines { fields.add(Self.text(bytes[line.name]), Self.text(bytes[line.value])) }
        return HTTPResponse(status, reason: phrase == status.reasonPhrase ? nil : phrase, headers: fields)
    }

    private mutating func scanStatusLine(_ base: UnsafeMutablePointer<UInt8>, _ count: Int) -> String? {
        let pattern: StaticString = "HTTP/1.d ddd"
        while position < count {
            let byte = base[position]
            switch step {
            case .statusLine where position < 12:
                let expected = pattern.utf8Start[position]
                let isRight = expected == UInt8(ascii: "d") ? byte &- 0x30 < 10 : byte == expected
                guard isRight else { return "what came is no status line" }
                if position == 7 { isHTTP10 = byte == UInt8(ascii: "0") }
                if position > 8 { status = status * 10 + Int(byte &- 0x30) }
                position += 1
                if position == 12, status < 100 { return "the status code is less than 100" }
            case .statusLine:
                guard byte == Byte.space || byte == Byte.carriageReturn else { return "what came is no status line" }
                if byte == Byte.space { position += 1 }
                reason = position..<position
                step = .reason
            case .reason:
                position = ByteScan.fieldValue(base, position, count)
                if position == count { return nil }
                guard base[position] == Byte.carriageReturn else { return "the reason phrase holds a control byte" }
                reason = reason.lowerBound..<position
                position += 1
                step = .lineFeed
            case .lineFeed:
                guard byte == Byte.lineFeed else { return "the CR of the status line has no LF after it" }
                position += 1
                step = .fields
            case .fields: return nil
            }
        }
        return nil
    }

    private mutating func judge(_ base: UnsafeMutablePointer<UInt8>) {
        var closes = false
        var keepsAlive = false
        for index in lines.indices {
            let value = ByteScan.trimmed(base, lines[index].value)
            lines[index].value = value
            let name = base + lines[index].name.lowerBound
            let length = lines[index].name.count
            if ByteScan.isName(name, length, "content-length") { framing.addLength(base, value) }
            if ByteScan.isName(name, length, "transfer-encoding") { framing.addCoding(base, value) }
            if ByteScan.isName(name, length, "connection") {
                ByteScan.forEachElement(base, value) { element in
                    let token = base + element.lowerBound
                    if ByteScan.isName(token, element.count, "close") { closes = true }
                    if ByteScan.isName(token, element.count, "keep-alive") { keepsAlive = true }
                }
            }
        }
        keepAlive = !closes && (!isHTTP10 || keepsAlive)
    }

    /// UTF-8 where the bytes are that, Latin-1 otherwise (RFC 9110, section 5.5).
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
