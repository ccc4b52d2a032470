import MockAPICore

extension Connection {
    /// Receives once; what is left makes the loop call again.
    func receive() {
        let count = SocketCalls.receive(descriptor, into: scratch.input)
        if count > 0 {
            received(UnsafeRawBufferPointer(rebasing: scratch.input[..<count]))
        } else if count == 0 {
            peerEnded()
        } else if !SocketCalls.isTemporary(count) {
            isBroken = true
        }
    }

    private func received(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .reading:
            var offset = 0
            parse(bytes, from: &offset)
            if offset < bytes.count { keep(bytes[offset...]) }
        case .waiting, .draining: keep(bytes[...])
        case .lingering: extendLinger()
        case .closing, .closed: break
        }
    }

    private func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        guard state != .closing, state != .closed else { return }
        if inboundStart > 0 {
            inbound.removeFirst(inboundStart)
            inboundStart = 0
        }
        inbound.append(contentsOf: bytes)
    }

    /// Reads the requests that came while an answer was under way.
    func parseInbound() {
        let bytes = inbound
        var offset = inboundStart
        bytes.withUnsafeBytes { parse($0, from: &offset) }
        inboundStart = offset
        if offset == bytes.count {
            inbound = []
            inboundStart = 0
        }
    }

    /// Answers whole requests until one of them has to wait.
    private func parse(_ bytes: UnsafeRawBufferPointer, from offset: inout Int) {
        // Memory for requests is shared by the connections of a loop, as far as nobody else keeps it.
        swap(&parser.spare, &scratch.spare)
        defer { swap(&parser.spare, &scratch.spare) }
        while state == .reading {
            switch parser.next(in: bytes, from: &offset) {
            case .needMore: return
            case .headComplete(let expectsContinue, _):
                // Not where the content has come already (RFC 9110, section 10.1.1).
                if expectsContinue, offset == bytes.count {
                    scratch.output.append("HTTP/1.1 100 Continue\r\n\r\n")
                }
            case .request(var request, let keepAlive):
                timeLimit = .idle
                request.exchange = share.nextExchange()
                begin(request, keepAlive: keepAlive)
                parser.spare.keep(request)
                if scratch.output.count >= Self.mostInbound { flush() }
                if !output.isEmpty, state == .reading { state = .draining }
            case .failure(let error): refuse(error)
            }
        }
    }

    /// Takes note that the peer sends no more; it may still read.
    func peerEnded() {
        guard !peerHasEnded else { return }
        peerHasEnded = true
        switch state {
        case .lingering: close()
        case .waiting: if peerSeemsGone { isBroken = true }
        case .reading, .draining, .closing, .closed: break
        }
    }

    /// Takes note of the same while an answer is under way and no more bytes are read.
    func peerEndedBehindUnreadBytes() {
        endIsKnown = true
        if state == .waiting, peerSeemsGone { isBroken = true }
    }

    /// Whether a peer that has ended its side is to be taken for one that gave up.
    ///
    /// A peer that only ends its side and waits for the answer looks the same as one that closed its socket. The former
    /// does so right after its request; the latter after some patience.
    var peerSeemsGone: Bool {
        let waited = loop.now &- exchange.moment
        switch pending {
        case .delay(let timer):
            // An answer that is due goes out, however late this loop is to look at the end.
            guard timer.deadline > loop.now else { return false }
            return waited > Self.halfCloseTime || timer.deadline > loop.now + Self.longDelay
        case .task: return waited > Self.halfCloseTime
        case .stall: return true
        case .body, nil: return false
        }
    }

    /// How long after its request a peer may end its side and still be taken to wait for the answer.
    private static let halfCloseTime: UInt64 = 250_000_000
    /// How long an answer may be delayed for a peer that has ended its side.
    private static let longDelay: UInt64 = 30_000_000_000

    /// Ends the connection after the last request of a peer that has ended its side.
    func requestsEnded() {
        switch parser.phase {
        case .idle, .ended: close()
        case .head: refuse(RequestError(400, "the connection ended in the middle of a request's header section"))
        case .body: refuse(RequestError(400, "the connection ended in the middle of a request's content"))
        }
    }
}
