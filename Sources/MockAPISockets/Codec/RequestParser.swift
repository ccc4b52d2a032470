public import MockAPICore

/// Reads HTTP/1.1 and HTTP/1.0 requests out of the bytes of one connection (RFC 9112).
///
/// Bytes go in as they arrive, events come out; the events are the same however the bytes are cut. The first offending
/// byte decides an error. The parser owns what it has to remember between two calls, so that the caller may share one
/// receive buffer among all connections:
///
///     var offset = 0
///     while true {
///         switch parser.next(in: received, from: &offset) {
///         case .needMore: return                        // all bytes are used up
///         case .headComplete(let expectsContinue, _): …
///         case .request(let request, let keepAlive): …  // pipelined requests follow in the next turns
///         case .failure(let error): …                   // answer and close
///         }
///     }
///
/// Where the RFC leaves a choice, this is taken:
/// - Lines end with CRLF; LF alone, CR alone, folded lines and control bytes are refused (400).
/// - One empty line before a request line is passed over (section 2.2).
/// - A target is visible ASCII in one of the four forms; characters that RFC 3986 does not allow in a URL, such as `|`,
///   stay as they are. User information in a target is refused (RFC 9110, section 4.2.4).
/// - HTTP/1.2 to HTTP/1.9 are read as HTTP/1.1 (RFC 9110, section 2.5), other major versions are refused (505).
/// - `Content-Length` may be repeated with equal numbers. Together with `Transfer-Encoding` it is refused, and so is
///   `Transfer-Encoding` in HTTP/1.0 (section 6.1). Codings other than chunked get 501.
/// - The trailer section is read and dropped.
public struct RequestParser: Sendable {
    /// How the content of a request is delimited (RFC 9112, section 6.3).
    public enum Framing: Sendable, Hashable {
        /// There is no content.
        case none
        /// The content has this many bytes, at least one.
        case length(Int)
        /// The content comes in chunks.
        case chunked
    }

    /// What the bytes turned out to be.
    public enum Event: Sendable {
        /// All bytes are used up, and more are needed for the next event.
        case needMore
        /// A header section ended and content follows; given for requests with content only.
        ///
        /// `expectsContinue` is true where an HTTP/1.1 client waits for `100 Continue` (RFC 9110, section 10.1.1).
        case headComplete(expectsContinue: Bool, framing: Framing)
        /// A whole request; `keepAlive` says whether its version and `Connection` leave the connection open.
        ///
        /// What follows a request that ends the connection is used up and dropped (RFC 9112, section 9.6).
        case request(ReceivedRequest, keepAlive: Bool)
        /// The bytes are no request; given again for whatever follows.
        case failure(RequestError)
    }

    /// Where the parser stands, for the choice of a time limit.
    public enum Phase: Sendable, Hashable {
        /// Between requests: nothing of the next one has come.
        case idle
        /// Within a request line or a header section.
        case head
        /// Within the content.
        case body
        /// After a failure or a request that ends the connection.
        case ended
    }

    private enum Stage: UInt8 {
        case beforeLine, emptyLine, head, length, chunks, ended
    }

    /// An event without what goes with it, so that nothing large is handed from function to function.
    private enum Progress: UInt8 {
        case needMore, headComplete, request, failure
    }

    private var stage = Stage.beforeLine
    private var mayHaveEmptyLine = true
    private var scanner: RequestHeadScanner
    /// The bytes of a head that came in more than one piece.
    private var partial: [UInt8] = []
    /// The bytes of the head of the request under way.
    private var head: [UInt8] = []
    /// What the next head may be read into.
    package var spare = RequestStorage()
    private var body: [UInt8] = []
    /// How many bytes of a content of known length are still to come.
    private var left = 0
    private var decoder: ChunkDecoder?
    private var error: RequestError?
    private let bodyLimit: Int
    private let peerAddress: String?

    /// Makes a parser for one connection; `peerAddress` is handed on in its requests.
    public init(limits: HTTPLimits = HTTPLimits(), peerAddress: String? = nil) {
        scanner = RequestHeadScanner(limits)
        bodyLimit = min(max(limits.bodyBytes, 0), Int.max / 2)
        self.peerAddress = peerAddress
    }

    /// Where the parser stands.
    public var phase: Phase {
        switch stage {
        case .beforeLine, .emptyLine: .idle
        case .head: .head
        case .length, .chunks: .body
        case .ended: .ended
        }
    }

    /// Reads on from `offset` up to the next event, and moves `offset` past the bytes that were used.
    public mutating func next(in bytes: UnsafeRawBufferPointer, from offset: inout Int) -> Event {
        switch advance(bytes, &offset) {
        case .needMore: return .needMore
        case .headComplete:
            return .headComplete(expectsContinue: scanner.expectsContinue, framing: scanner.content)
        case .request:
            guard let target = scanner.target else { return .needMore }
            let request = ReceivedRequest(
                head: Self.take(&head), methodRange: 0..<scanner.methodEnd, target: target, version: scanner.version,
                fields: scanner.takeFields(), body: Self.take(&body), peerAddress: peerAddress)
            let keepAlive = scanner.keepAlive
            scanner.restart()
            mayHaveEmptyLine = true
            stage = keepAlive ? .beforeLine : .ended
            return .request(request, keepAlive: keepAlive)
        case .failure:
            return error.map(Event.failure) ?? .needMore
        }
    }

    private mutating func advance(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> Progress {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .needMore }
        while offset < bytes.count {
            switch stage {
            case .beforeLine:
                if mayHaveEmptyLine, base[offset] == Byte.carriageReturn {
                    mayHaveEmptyLine = false
                    stage = .emptyLine
                    offset += 1
                } else {
                    stage = .head
                }
            case .emptyLine:
                guard base[offset] == Byte.lineFeed else {
                    return fail(RequestError(400, "a CR has no LF after it"), bytes.count, &offset)
                }
                offset += 1
                stage = .beforeLine
            case .head:
                let progress = readHead(base, bytes.count, &offset)
                if progress != .needMore { return progress }
            case .length:
                readContent(base, bytes.count, &offset)
                if left == 0 { return .request }
            case .chunks:
                switch decoder?.decode(bytes, from: &offset, into: &body) ?? .needMore {
                case .needMore: break
                case .end:
                    decoder = nil
                    return .request
                case .failure(let problem): return fail(Self.error(problem), bytes.count, &offset)
                }
            case .ended:
                offset = bytes.count
                if error != nil { return .failure }
            }
        }
        return .needMore
    }

    private mutating func fail(_ error: RequestError, _ count: Int, _ offset: inout Int) -> Progress {
        offset = count
        stage = .ended
        self.error = error
        decoder = nil
        partial = []
        head = []
        body = []
        return .failure
    }

    private static func take(_ bytes: inout [UInt8]) -> [UInt8] {
        let taken = bytes
        bytes = []
        return taken
    }

    private static func error(_ problem: ChunkDecoder.Problem) -> RequestError {
        switch problem {
        case .malformed(let message): RequestError(400, message)
        case .bodyTooLarge: RequestError(413, "the content is larger than the limit")
        case .overheadTooLarge: RequestError(431, "chunk extensions and trailer fields are larger than the limit")
        }
    }
}

extension RequestParser {
    private mutating func readHead(_ base: UnsafePointer<UInt8>, _ count: Int, _ offset: inout Int) -> Progress {
        if partial.isEmpty {
            // The usual case: the whole head in one piece, which is copied once, into the request.
            let start = base + offset
            if scanner.position == 0 { scanner.reuse(spare.takeFields()) }
            switch scanner.scan(start, count - offset) {
            case .needMore:
                partial.append(contentsOf: UnsafeBufferPointer(start: start, count: count - offset))
                offset = count
                return .needMore
            case .failure(let error):
                return fail(error, count, &offset)
            case .complete:
                head = spare.takeHead()
                head.append(contentsOf: UnsafeBufferPointer(start: start, count: scanner.position - 2))
                offset += scanner.position
                return accept(count, &offset)
            }
        }
        while offset < count {
            let piece = min(count - offset, 4096)
            partial.append(contentsOf: UnsafeBufferPointer(start: base + offset, count: piece))
            offset += piece
            let outcome = partial.withUnsafeBufferPointer { buffer -> RequestHeadScanner.Outcome in
                guard let start = buffer.baseAddress else { return .needMore }
                return scanner.scan(start, buffer.count)
            }
            switch outcome {
            case .needMore: continue
            case .failure(let error): return fail(error, count, &offset)
            case .complete:
                head = Array(partial[..<(scanner.position - 2)])
                offset -= partial.count - scanner.position
                partial = []
                return accept(count, &offset)
            }
        }
        return .needMore
    }

    /// Goes on after a header section: to the content, or to the end of the request.
    private mutating func accept(_ count: Int, _ offset: inout Int) -> Progress {
        switch scanner.content {
        case .none: return .request
        case .length(let length):
            guard length <= bodyLimit else {
                return fail(RequestError(413, "the content is larger than the limit"), count, &offset)
            }
            left = length
            stage = .length
        case .chunked:
            decoder = ChunkDecoder(
                maxBody: bodyLimit, maxOverhead: scanner.headerLimit,
                maxTrailerLines: scanner.lineLimit - scanner.fields.count)
            stage = .chunks
        }
        return .headComplete
    }

    private mutating func readContent(_ base: UnsafePointer<UInt8>, _ count: Int, _ offset: inout Int) {
        let piece = min(left, count - offset)
        // At most twice what has come is set aside, however much was announced.
        if body.isEmpty {
            body.reserveCapacity(piece)
        } else if body.capacity - body.count < piece {
            body.reserveCapacity(body.count + max(piece, min(left, body.count)))
        }
        body.append(contentsOf: UnsafeBufferPointer(start: base + offset, count: piece))
        offset += piece
        left -= piece
    }
}
