import MockAPICore

extension ClientCall {
    /// Sends the request on a connection and begins to read.
    func exchange(on connection: ClientConnection, isReused: Bool) {
        state = .exchanging
        self.connection = connection
        connection.call = self
        self.isReused = isReused
        noteActivity()
        exchangeStart = lastActivity
        parser = makeParser()
        sentCount = 0
        isWriteBroken = false
        isFetching = false
        startContent()
        send()
    }

    /// Goes on with what the thread of the caller has begun.
    func resume(_ handover: DirectExchange.Handover, on connection: ClientConnection) {
        state = .exchanging
        self.connection = connection
        connection.call = self
        isReused = true
        exchangeStart = lastActivity
        parser = handover.parser
        sentCount = handover.sentCount
        isWriteBroken = handover.isWriteBroken
        startContent()
        output.drop(isWriteBroken ? .max : sentCount)
        connection.unpause()
        switch handover.finding {
        case .nothing: if !output.isEmpty { send() }
        case .end: ended()
        case .failure(let number): broken(number)
        case .event(let event, let isLast): judge(event, isLast: isLast)
        }
    }

    /// Queues the head, and the content if it is at hand.
    private func startContent() {
        output.removeAll()
        contentLeft = 0
        isContentSent = true
        reader = nil
        guard request.framing != .none else { return queue(request.head) }
        if case .length(let length) = request.framing { contentLeft = length }
        guard let bytes = request.body.bytes else {
            queue(request.head)
            isContentSent = false
            reader = RequestBodyReader(request.body, loop: loop)
            return
        }
        if request.framing == .chunked {
            queue(request.head)
            queueChunk(bytes)
            queue(ResponseSerializer.lastChunk)
        } else if bytes.count <= DirectExchange.mostContent {
            queue(request.head + bytes)
        } else {
            queue(request.head)
            queue(bytes)
        }
    }

    private func queue(_ bytes: [UInt8]) { output.append(bytes, 0..<bytes.count) }

    private func queueChunk(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        queue(ResponseSerializer.chunkHead(bytes.count))
        queue(bytes)
        queue([Byte.carriageReturn, Byte.lineFeed])
    }

    /// Hands queued bytes to the system and gets more content when all are sent.
    private func send() {
        guard let connection, state == .exchanging else { return }
        if !isWriteBroken, !output.isEmpty {
            let (outcome, count) = output.send(to: connection.descriptor)
            sentCount += count
            if count > 0 {
                noteActivity()
                tellSent()
            }
            if outcome == .broken {
                // The server may have answered before it closed: what it said is still to be read.
                isWriteBroken = true
                output.removeAll()
                reader?.cancel()
                reader = nil
            }
        }
        if sink?.isFull != true { connection.watch(output.isEmpty ? .read : [.read, .write]) }
        if output.isEmpty, !isContentSent, !isWriteBroken { fetch() }
    }

    private func fetch() {
        guard !isFetching, let reader else { return }
        isFetching = true
        reader.next { [self] result in
            guard state == .exchanging, self.reader === reader else { return }
            isFetching = false
            noteActivity()
            switch result {
            case .success(let piece?): take(piece)
            case .success(nil): contentEnded()
            case .failure(let error): fail(error)
            }
        }
    }

    private func take(_ piece: [UInt8]) {
        if request.framing == .chunked {
            queueChunk(piece)
        } else {
            guard piece.count <= contentLeft else {
                return fail(TransportError(.other, "the content of the request is longer than its announced length"))
            }
            queue(piece)
            contentLeft -= piece.count
        }
        send()
    }

    private func contentEnded() {
        isContentSent = true
        if request.framing == .chunked {
            queue(ResponseSerializer.lastChunk)
        } else if contentLeft > 0 {
            return fail(TransportError(.other, "the content of the request ended \(contentLeft) bytes too early"))
        }
        send()
    }

    // MARK: - Reading

    /// Goes on sending and reading.
    func exchangeIsReady(_ readiness: Readiness) {
        if readiness.contains(.write) { send() }
        guard !readiness.isDisjoint(with: [.read, .end, .broken]), state == .exchanging, !isEnding, let connection
        else {
            return
        }
        let count = SocketCalls.receive(connection.descriptor, into: loop.scratch.input)
        if count > 0 {
            noteActivity()
            received(UnsafeRawBufferPointer(rebasing: loop.scratch.input[..<count]))
        } else if count == 0 {
            ended()
        } else if !SocketCalls.isTemporary(count) {
            broken(Int32(truncatingIfNeeded: -count))
        }
    }

    private func received(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        let event = parser.next(in: bytes, from: &offset)
        judge(event, isLast: offset == bytes.count)
    }

    /// Does what the parser's outcome asks for; `isLast` says that no bytes are left.
    private func judge(_ event: ResponseParser.Event, isLast: Bool) {
        switch event {
        case .needMore:
            if let head = parser.head, transfer != nil { takeContent(head, nil) }
        case .response(let response, let keepAlive):
            let isClean = isLast && output.isEmpty && isContentSent && !isWriteBroken
            finish(response, keepAlive: keepAlive && isClean && !request.closes)
        case .failure(let error): fail(error)
        }
    }

    /// The server has closed the connection.
    private func ended() {
        guard parser.hasStarted else { return endedBeforeResponse("closed the connection") }
        // After a failed send this is no orderly end, whatever it looks like.
        if isWriteBroken { return fail(TransportError(.reset, "\(request.origin) reset the connection")) }
        switch parser.end() {
        case .response(let response, _): finish(response, keepAlive: false)
        case .failure(let error): fail(error)
        case .needMore: fail(TransportError(.truncated, "\(request.origin) closed the connection"))
        }
    }

    /// The connection is broken.
    private func broken(_ number: Int32) {
        if SocketCalls.isReset(number), !parser.hasStarted { return endedBeforeResponse("reset the connection") }
        fail(SocketCalls.transportError(number, request.origin.description))
    }

    /// Sends the request once more if the connection was an old one that the server had closed, else gives up.
    private func endedBeforeResponse(_ what: String) {
        guard isReused, request.method.isIdempotent || sentCount == 0 else {
            return fail(TransportError(.reset, "\(request.origin) \(what) before a response came"))
        }
        reader?.cancel()
        reader = nil
        connection?.close()
        connection = nil
        connect()
    }
}
