import MockAPICore

extension Connection {
    /// Answers bytes that are no acceptable request, and ends the connection.
    func refuse(_ error: RequestError) {
        share.responder.didRefuse(error, peerAddress: peerAddress)
        exchange = Exchange(keepAlive: false)
        let response = HTTPResponse(
            HTTPStatus(error.status), headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: HTTPBody("\(HTTPStatus(error.status)): \(error.message)\n"))
        let prepared = PreparedResponse(response)
        _ = writeHead(of: prepared)
        write(prepared.body, 0..<prepared.body.count)
        lingers = true
        state = .closing
    }

    /// Ends the connection after an answer whose content could not be read.
    func failAnswer(_ message: String, headWritten: Bool, framing: ResponseSerializer.Framing) {
        share.responder.didNotFinish(exchange: exchange.number, because: .failed(message))
        pending = nil
        exchange.keepAlive = false
        state = .closing
        if !headWritten {
            let response = PreparedResponse(
                HTTPResponse(
                    500, headers: ["Content-Type": "text/plain; charset=utf-8"], body: HTTPBody("\(message)\n")))
            if case .length = writeHead(of: response) { write(response.body, 0..<response.body.count) }
        } else if framing == .untilClose {
            // The peer would take an orderly end for the end of the content.
            flush()
            reset()
        }
    }

    /// Ends the connection when all bytes are sent.
    func finishClosing() {
        guard !peerHasEnded else { return close() }
        if !lingers {
            // Closing a socket with unread bytes would reset it, and the peer might lose the answer.
            let count = SocketCalls.receive(descriptor, into: scratch.input)
            guard count > 0 else { return close() }
        }
        SocketCalls.endWriting(descriptor)
        state = .lingering
        timeLimit = .linger
        lingerEnd = loop.now + Self.longestLinger
        extendLinger()
    }

    /// The peer is still sending: wait a little longer, though not for ever.
    func extendLinger() { deadline = min(lingerEnd, loop.now + Self.lingerIdle) }

    private static let lingerIdle: UInt64 = 5_000_000_000
    private static let longestLinger: UInt64 = 30_000_000_000

    // MARK: - Time limits

    /// Sets the moment at which the peer has been too slow.
    func updateTimeLimit() {
        if !output.isEmpty {
            if timeLimit != .write { limit(.write, share.limits.write) }
            return
        }
        switch state {
        case .reading:
            switch parser.phase {
            case .idle, .ended: limit(.idle, share.limits.keepAlive)
            case .head: if timeLimit != .head { limit(.head, share.limits.header) }
            case .body: limit(.body, share.limits.body)
            }
        case .lingering: break
        case .waiting, .draining, .closing, .closed:
            timeLimit = .none
            deadline = .max
        }
    }

    private func limit(_ kind: TimeLimit, _ nanoseconds: UInt64) {
        timeLimit = kind
        deadline = loop.now.saturatingAdd(nanoseconds)
    }

    /// Ends the connection if its time is over.
    func enforceTimeLimit(at now: UInt64) {
        guard deadline <= now else { return }
        switch timeLimit {
        case .none: break
        case .idle, .linger: close()
        case .write: abandon(.peerStalled)
        case .head:
            refuse(RequestError(408, "the header section was not whole within \(share.limits.http.headerTimeout)"))
            settle()
        case .body:
            refuse(RequestError(408, "no more content came within \(share.limits.http.bodyIdleTimeout)"))
            settle()
        }
    }

    // MARK: - The end

    /// The server stops: an idle connection ends at once, one with an answer under way after it.
    func serverStops() {
        exchange.keepAlive = false
        switch state {
        case .reading:
            // A request may have come that nobody has looked at yet.
            if parser.phase != .body { receive() }
            settle()
        case .waiting:
            if case .stall = pending { return abandon(.stopped) }
            if peerHasEnded || endIsKnown, !isSendingContent { abandon(.peerGone) }
        case .lingering: close()
        case .draining, .closing, .closed: break
        }
    }

    private var isSendingContent: Bool {
        if case .body = pending { true } else { false }
    }

    /// The server's patience is over.
    func cut() { abandon(.stopped) }

    /// Ends the connection without finishing what is under way.
    func abandon(_ reason: UnfinishedReason) {
        guard state != .closed else { return }
        var exchanges = unsent
        if state == .waiting, !exchanges.contains(exchange.number) {
            if case .stall = pending {} else { exchanges.append(exchange.number) }
        }
        // Before the end, so that the news is there when a stop returns.
        for exchange in exchanges { share.responder.didNotFinish(exchange: exchange, because: reason) }
        end { reason == .peerGone ? SocketCalls.close($0) : SocketCalls.reset($0) }
    }

    /// Closes the socket.
    func close() { end(SocketCalls.close) }

    /// Closes the socket so that the peer gets a reset.
    func reset() { end(SocketCalls.reset) }

    private func end(_ close: (Int32) -> Void) {
        guard state != .closed else { return }
        state = .closed
        switch pending {
        case .delay(let timer): timer.cancel()
        case .task(let task): task.cancel()
        case .body(let sender): sender.cancel()
        case .stall, nil: break
        }
        pending = nil
        scratch.clear()
        output.removeAll()
        loop.unregister(descriptor)
        close(descriptor)
        share.release(self)
    }
}
