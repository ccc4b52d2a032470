public import MockAPICore

/// Reads the response to one request out of the bytes of a connection (RFC 9112).
///
/// Bytes go in as they arrive; the outcome is the same however they are cut. Interim responses (1xx) are passed over.
/// Where the RFC leaves a choice, this is taken:
/// - Lines end with CRLF; a folded field line is read as one with blanks (section 5.2). A status line may lack the reason
///   and the blank before it.
/// - `Transfer-Encoding` wins over `Content-Length`, and the connection is not used again (section 6.3). Codings other than
///   chunked are malformed.
/// - Trailer fields are dropped. `Content-Encoding` is left to the caller: the content is handed over as it came.
/// - The end of the connection ends a content without a length; before the end of any other it is `truncated`, and before
///   the first byte of a response `reset`.
public struct ResponseParser: Sendable {
    /// What the bytes turned out to be.
    public enum Event: Sendable {
        /// All bytes are used up, and more are needed.
        case needMore
        /// The whole response; `keepAlive` says whether it leaves the connection open.
        case response(HTTPResponse, keepAlive: Bool)
        /// No whole response will come.
        case failure(TransportError)
    }

    /// How much a server may send.
    public struct Limits: Sendable, Hashable {
        /// One header section with its status line, in bytes; 256 KiB.
        public var headBytes: Int
        /// The content without its chunks, in bytes; 1 GiB.
        public var bodyBytes: Int

        /// Makes limits; those not named have their documented defaults.
        public init(headBytes: Int = 256 << 10, bodyBytes: Int = 1 << 30) {
            self.headBytes = headBytes
            self.bodyBytes = bodyBytes
        }
    }

    private enum Stage: Sendable {
        case head
        case length(Int)
        case chunks(ChunkDecoder)
        case untilClose, ended
    }

    private var stage = Stage.head
    private var scanner = ResponseHeadScanner()
    private var headBytes: [UInt8] = []
    private var interimCount = 0
    private var response = HTTPResponse()
    private var keepAlive = false
    private var body: [UInt8] = []
    private let method: HTTPMethod
    private let limits: Limits

    /// Whether a byte of a response, be it an interim one, has come.
    public private(set) var hasStarted = false

    /// The response without its content, once that has begun to come.
    var head: HTTPResponse? {
        switch stage {
        case .length, .chunks, .untilClose: response
        case .head, .ended: nil
        }
    }

    /// The bytes of content that are at hand.
    var contentCount: Int { body.count }

    /// Takes out what has come of the content; it does not count for the limit any more.
    mutating func takeContent() -> [UInt8] {
        defer { body = [] }
        return body
    }

    /// Makes a parser for the response to a request of this method.
    public init(to method: HTTPMethod, limits: Limits = Limits()) {
        self.method = method
        self.limits = Limits(
            headBytes: min(max(limits.headBytes, 0), 1 << 30), bodyBytes: min(max(limits.bodyBytes, 0), Int.max / 2))
    }

    /// Reads on from `offset` up to the next event, and moves `offset` past the bytes that were used.
    public mutating func next(in bytes: UnsafeRawBufferPointer, from offset: inout Int) -> Event {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .needMore }
        if offset < bytes.count { hasStarted = true }
        while offset < bytes.count {
            switch stage {
            case .head:
                if let event = readHead(base, bytes.count, &offset) { return event }
            case .length(let left):
                let piece = min(left, bytes.count - offset)
                body.append(contentsOf: UnsafeBufferPointer(start: base + offset, count: piece))
                offset += piece
                stage = .length(left - piece)
                if piece == left { return finish() }
            case .chunks(var decoder):
                stage = .ended
                let outcome = decoder.decode(bytes, from: &offset, into: &body)
                stage = .chunks(decoder)
                switch outcome {
                case .needMore: break
                case .end: return finish()
                case .failure(.malformed(let message)): return fail(.malformed, message)
                case .failure(.bodyTooLarge): return tooLarge()
                case .failure(.overheadTooLarge): return fail(.malformed, "the trailer section does not end")
                }
            case .untilClose:
                let piece = bytes.count - offset
                guard piece <= limits.bodyBytes - body.count else { return tooLarge() }
                body.append(contentsOf: UnsafeBufferPointer(start: base + offset, count: piece))
                offset += piece
            case .ended:
                return .needMore
            }
        }
        return .needMore
    }

    /// Takes in that the peer has closed the connection in good order.
    public mutating func end() -> Event {
        switch stage {
        case .untilClose: return finish()
        case .head where headBytes.isEmpty:
            return fail(.reset, "the connection was closed before a response came")
        case .head: return fail(.truncated, "the connection was closed within the header section")
        case .length(let left): return fail(.truncated, "the connection was closed \(left) bytes before the end")
        case .chunks: return fail(.truncated, "the connection was closed before the last chunk")
        case .ended: return .needMore
        }
    }

    private mutating func fail(_ reason: TransportError.Reason, _ message: String) -> Event {
        stage = .ended
        body = []
        return .failure(TransportError(reason, message))
    }

    private mutating func tooLarge() -> Event {
        fail(.other, "the content of the response is larger than the limit of \(limits.bodyBytes) bytes")
    }

    private mutating func finish() -> Event {
        stage = .ended
        response.body = HTTPBody(body)
        body = []
        return .response(response, keepAlive: keepAlive)
    }
}

extension ResponseParser {
    private mutating func readHead(_ base: UnsafePointer<UInt8>, _ count: Int, _ offset: inout Int) -> Event? {
        while offset < count {
            let piece = min(count - offset, 4096)
            headBytes.append(contentsOf: UnsafeBufferPointer(start: base + offset, count: piece))
            offset += piece
            let outcome = headBytes.withUnsafeMutableBufferPointer { buffer -> ResponseHeadScanner.Outcome in
                guard let start = buffer.baseAddress else { return .needMore }
                return scanner.scan(start, min(buffer.count, limits.headBytes))
            }
            switch outcome {
            case .needMore:
                if headBytes.count >= limits.headBytes {
                    return fail(.malformed, "the header section is larger than \(limits.headBytes) bytes")
                }
            case .failure(let message): return fail(.malformed, message)
            case .complete:
                offset -= headBytes.count - scanner.position
                return accept()
            }
        }
        return nil
    }

    /// Goes on after a header section: over an interim response, to the content, or to the end.
    private mutating func accept() -> Event? {
        let status = scanner.status
        if 100..<200 ~= status, status != 101 {
            interimCount += 1
            scanner = ResponseHeadScanner()
            headBytes = []
            return interimCount > 100 ? fail(.malformed, "interim responses do not end") : nil
        }
        let head = scanner
        response = head.response(headBytes)
        keepAlive = head.keepAlive && status != 101
        headBytes = []
        let isTunnel = method == .connect && 200..<300 ~= status
        if method == .head || HTTPStatus(status).forbidsContent || isTunnel {
            if isTunnel { keepAlive = false }
            return finish()
        }
        switch head.framing.coding {
        case .absent: break
        case .chunked:
            if head.framing.length != .absent || head.isHTTP10 { keepAlive = false }
            stage = .chunks(
                ChunkDecoder(
                    maxBody: limits.bodyBytes, maxOverhead: limits.headBytes, maxTrailerLines: limits.headBytes))
            return nil
        case .unknownThenChunked, .unknown, .invalid:
            return fail(.malformed, "the transfer coding is not known")
        }
        switch head.framing.length {
        case .value(0): return finish()
        case .value(let length):
            guard length <= limits.bodyBytes else { return tooLarge() }
            stage = .length(length)
            return nil
        case .huge: return tooLarge()
        case .invalid: return fail(.malformed, "Content-Length is no number, or not always the same")
        case .absent:
            keepAlive = false
            stage = .untilClose
            return nil
        }
    }
}
