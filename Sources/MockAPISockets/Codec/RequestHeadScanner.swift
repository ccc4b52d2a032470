import MockAPICore

/// Reads a request line and a header section in one pass, and can be interrupted at any byte.
///
/// Where the bytes are cut, the earlier ones are given again, at the same places, and are not read again.
struct RequestHeadScanner: Sendable {
    enum Outcome {
        /// The end of the bytes.
        case needMore
        /// The end of the header section; what it says can be read here.
        case complete
        case failure(RequestError)
    }

    private enum Step: UInt8 {
        case method, target, version, lineFeed, fields
    }

    /// Longer methods are unknown to everybody (501, RFC 9112, section 3).
    private static let methodLimit = 64

    /// All field lines together, in bytes.
    let headerLimit: Int
    /// The number of field lines.
    let lineLimit: Int
    private let lineBytes: Int

    /// Where the next byte is to be read; after the end, the length of the head with its empty line.
    private(set) var position = 0
    /// The field lines so far.
    private(set) var fields: [ReceivedRequest.FieldPlace] = []
    /// Where the method ends; it starts at 0.
    private(set) var methodEnd = 0
    /// The target; set at the end.
    private(set) var target: RequestTarget?
    /// How the content is delimited; set at the end.
    private(set) var content = RequestParser.Framing.none
    private var step = Step.method
    private var targetEnd = 0
    private var fieldsStart = 0
    private var minorVersion: UInt8 = 0
    private var fieldScanner = FieldScanner()
    private var framing = FramingFields()
    private var host = 0..<0
    private var hostCount = 0
    private var closes = false
    private var keepsAlive = false
    private var hasExpectation = false

    init(_ limits: HTTPLimits) {
        func bounded(_ limit: Int) -> Int { min(max(limit, 0), 1 << 30) }
        lineBytes = bounded(limits.requestLineBytes)
        headerLimit = bounded(limits.headerBytes)
        lineLimit = bounded(limits.headerLines)
    }

    /// The version.
    var version: HTTPVersion { minorVersion == 0 ? .http10 : .http11 }
    /// Whether the peer waits for `100 Continue`.
    var expectsContinue: Bool { hasExpectation && minorVersion != 0 }
    /// Whether version and `Connection` leave the connection open.
    var keepAlive: Bool { !closes && (minorVersion != 0 || keepsAlive) }

    /// Gets ready for the next request of the connection.
    mutating func restart() {
        position = 0
        fields = []
        step = .method
        fieldScanner = FieldScanner()
        framing = FramingFields()
        hostCount = 0
        closes = false
        keepsAlive = false
        hasExpectation = false
    }

    /// Takes memory for the field lines of the request that is about to come.
    mutating func reuse(_ memory: [ReceivedRequest.FieldPlace]) { fields = memory }

    /// Hands over the field lines.
    mutating func takeFields() -> [ReceivedRequest.FieldPlace] {
        let taken = fields
        fields = []
        return taken
    }

    /// Reads on from `position`; `count` bytes are at `base`, those read before among them.
    mutating func scan(_ base: UnsafePointer<UInt8>, _ count: Int) -> Outcome {
        if step != .fields {
            if let error = scanRequestLine(base, count) {
                return .failure(error)
            }
            if step != .fields { return .needMore }
        }
        return scanFields(base, count)
    }

    // MARK: - Request line

    private mutating func scanRequestLine(_ base: UnsafePointer<UInt8>, _ count: Int) -> RequestError? {
        // One byte beyond the limit must be the CR.
        let end = min(count, lineBytes + 1)
        var at = position
        defer { position = at }
        switch step {
        case .method:
            let methodEnd = min(end, Self.methodLimit + 1)
            at = ByteScan.token(base, at, methodEnd)
            if at == methodEnd {
                if at > Self.methodLimit { return RequestError(501, "the method is longer than any that is known") }
                return tooLong(at)
            }
            guard base[at] == Byte.space, at > 0 else { return RequestError(400, "the request has no valid method") }
            self.methodEnd = at
            at += 1
            step = .target
            fallthrough
        case .target:
            at = ByteScan.visible(base, at, end)
            if at >= end { return tooLong(at) }
            guard base[at] == Byte.space, at > methodEnd + 1 else { return problemInTarget(base[at], at) }
            targetEnd = at
            at += 1
            step = .version
            fallthrough
        case .version:
            if let error = scanVersion(base, &at, end) { return error }
            if step == .version { return tooLong(at) }
            if at == count { return nil }
            fallthrough
        case .lineFeed:
            if at == count { return nil }
            guard base[at] == Byte.lineFeed else { return RequestError(400, "the CR after the version has no LF") }
            at += 1
            fieldsStart = at
            step = .fields
        case .fields: break
        }
        return nil
    }

    private func tooLong(_ at: Int) -> RequestError? {
        at > lineBytes ? RequestError(414, "the request line is longer than \(lineBytes) bytes") : nil
    }

    private func problemInTarget(_ byte: UInt8, _ at: Int) -> RequestError {
        if byte == Byte.space { return RequestError(400, "the request line has no target") }
        return RequestError(
            400,
            byte == Byte.carriageReturn || byte == Byte.lineFeed
                ? "the request line has no version" : "the target holds a byte that is no visible ASCII character")
    }

    /// Reads `HTTP/1.1` and the CR after it.
    private mutating func scanVersion(_ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int) -> RequestError? {
        let start = targetEnd + 1
        let pattern: StaticString = "HTTP/d.d\r"
        while at < end {
            let index = at - start
            let expected = pattern.utf8Start[index]
            let byte = base[at]
            let isRight = index == 5 || index == 7 ? byte &- 0x30 < 10 : byte == expected
            guard isRight else { return RequestError(400, "the request line does not end with a version and CRLF") }
            at += 1
            if index == 7 {
                guard base[start + 5] == UInt8(ascii: "1") else {
                    return RequestError(505, "the version is neither HTTP/1.1 nor HTTP/1.0")
                }
                minorVersion = byte &- 0x30
            }
            if index == 8 {
                step = .lineFeed
                return nil
            }
        }
        return nil
    }

    // MARK: - Header section

    private mutating func scanFields(_ base: UnsafePointer<UInt8>, _ count: Int) -> Outcome {
        let limit = fieldsStart + headerLimit + 2
        let end = min(count, limit)
        var at = position
        defer { position = at }
        while true {
            switch fieldScanner.scan(base, &at, end) {
            case .needMore:
                if at == limit {
                    return .failure(RequestError(431, "the header section is larger than \(headerLimit) bytes"))
                }
                return .needMore
            case .line:
                if fields.count == lineLimit {
                    return .failure(RequestError(431, "the header section has more than \(lineLimit) lines"))
                }
                takeLine(base)
            case .end:
                return complete(base)
            case .fold:
                return .failure(RequestError(400, "a field line is folded, or starts with a blank"))
            case .failure(let problem):
                return .failure(RequestError(400, problem))
            }
        }
    }

    @inline(__always)
    private mutating func takeLine(_ base: UnsafePointer<UInt8>) {
        let name = fieldScanner.nameStart..<fieldScanner.nameEnd
        let value = fieldScanner.valueStart..<fieldScanner.valueEnd
        if fields.capacity == 0 { fields.reserveCapacity(12) }
        fields.append(
            ReceivedRequest.FieldPlace(
                name: UInt32(truncatingIfNeeded: name.lowerBound)..<UInt32(truncatingIfNeeded: name.upperBound),
                value: UInt32(truncatingIfNeeded: value.lowerBound)..<UInt32(truncatingIfNeeded: value.upperBound)))
        let start = base + name.lowerBound
        switch name.count {
        case 4:
            if ByteScan.isName(start, 4, "host") {
                hostCount += 1
                host = value
            }
        case 6:
            if ByteScan.isName(start, 6, "expect"), value.count == 12,
                ByteScan.isName(base + value.lowerBound, 12, "100-continue")
            {
                hasExpectation = true
            }
        case 10:
            if ByteScan.isName(start, 10, "connection") { takeConnection(base, value) }
        case 14:
            if ByteScan.isName(start, 14, "content-length") { framing.addLength(base, value) }
        case 17:
            if ByteScan.isName(start, 17, "transfer-encoding") { framing.addCoding(base, value) }
        default: break
        }
    }

    private mutating func takeConnection(_ base: UnsafePointer<UInt8>, _ value: Range<Int>) {
        var closes = closes
        var keepsAlive = keepsAlive
        ByteScan.forEachElement(base, value) { element in
            guard ByteScan.token(base, element.lowerBound, element.upperBound) == element.upperBound else { return }
            if ByteScan.isName(base + element.lowerBound, element.count, "close") { closes = true }
            if ByteScan.isName(base + element.lowerBound, element.count, "keep-alive") { keepsAlive = true }
        }
        self.closes = closes
        self.keepsAlive = keepsAlive
    }

    /// Judges the section as a whole.
    private mutating func complete(_ base: UnsafePointer<UInt8>) -> Outcome {
        if let error = judgeFraming() { return .failure(error) }
        if hostCount > 1 { return .failure(RequestError(400, "there is more than one Host")) }
        if hostCount == 0, version == .http11 { return .failure(RequestError(400, "there is no Host")) }
        if hostCount == 1, !host.isEmpty, !AuthoritySyntax.isValid(base, host) {
            return .failure(RequestError(400, "the value of Host is no host with an optional port"))
        }
        target = readTarget(base)
        if target == nil {
            return .failure(RequestError(400, "the target has none of the forms that the method allows"))
        }
        return .complete
    }

    private mutating func judgeFraming() -> RequestError? {
        if framing.coding != .absent {
            if framing.length != .absent {
                return RequestError(400, "Content-Length and Transfer-Encoding exclude each other")
            }
            if version == .http10 { return RequestError(400, "HTTP/1.0 knows no Transfer-Encoding") }
        }
        content = .none
        switch framing.coding {
        case .absent: break
        case .chunked:
            content = .chunked
            return nil
        case .unknownThenChunked:
            return RequestError(501, "a transfer coding other than chunked is not implemented")
        case .unknown, .invalid:
            return RequestError(400, "Transfer-Encoding does not end in chunked, once")
        }
        switch framing.length {
        case .absent, .value(0): break
        case .value(let length): content = .length(length)
        case .huge: return RequestError(413, "the content is larger than the limit")
        case .invalid: return RequestError(400, "Content-Length is no number, or not always the same")
        }
        return nil
    }

    private func readTarget(_ base: UnsafePointer<UInt8>) -> RequestTarget? {
        let isConnect = methodEnd == 7 && "CONNECT".utf8.elementsEqual(UnsafeBufferPointer(start: base, count: 7))
        let isOptions = methodEnd == 7 && "OPTIONS".utf8.elementsEqual(UnsafeBufferPointer(start: base, count: 7))
        let whole = methodEnd + 1..<targetEnd
        let bytes = UnsafeBufferPointer(start: base, count: targetEnd)
        guard let target = RequestTarget(bytes, in: whole, isConnect: isConnect, isOptions: isOptions) else {
            return nil
        }
        if let authority = target.authority {
            guard AuthoritySyntax.isValid(base, authority, needsPort: isConnect) else { return nil }
        }
        return target
    }
}
