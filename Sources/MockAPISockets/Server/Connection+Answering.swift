import MockAPICore

extension Connection {
    /// Has a request answered.
    func begin(_ request: ReceivedRequest, keepAlive: Bool) {
        exchange = Exchange(
            number: request.exchange, isHEAD: request.isHEAD, version: request.version,
            keepAlive: keepAlive && !share.isStopping, moment: loop.now)
        perform(share.responder.respond(to: request))
    }

    private func perform(_ answer: consuming Answer) {
        switch answer {
        case .now(let response): write(response)
        case .plan(let plan):
            guard plan.delay > .zero else { return carryOut(plan) }
            state = .waiting
            pending = .delay(
                loop.schedule(after: plan.delay) { [self] in
                    pending = nil
                    carryOut(plan)
                    settle()
                })
        case .offLoop(let work):
            state = .waiting
            let number = exchange.number
            pending = .task(
                Task { [self] in
                    let answer = await work()
                    loop.execute { self.taskEnded(number, answer) }
                })
        }
    }

    private func taskEnded(_ number: UInt64, _ answer: Answer) {
        guard state == .waiting, exchange.number == number, case .task = pending else { return }
        pending = nil
        perform(answer)
        settle()
    }

    /// Writes a response, at once if its content is at hand.
    private func write(_ response: PreparedResponse) {
        guard response.isAtHand else { return send(response, ResponsePlan(HTTPResponse())) }
        if case .length = writeHead(of: response) { write(response.body, 0..<response.body.count) }
        finishAnswer()
    }

    private func carryOut(_ plan: ResponsePlan) {
        if let fault = plan.fault { return commit(fault, plan.response) }
        let response = PreparedResponse(plan.response)
        if plan.truncateAfter == nil, plan.stallAfter == nil, plan.bytesPerSecond == nil {
            write(response)
        } else {
            send(response, plan)
        }
    }

    /// Sends content in pieces: from a file or a stream, slowly, or not whole.
    private func send(_ response: PreparedResponse, _ plan: ResponsePlan) {
        state = .waiting
        let sender = BodySender(response, plan, connection: self)
        pending = .body(sender)
        sender.start()
    }

    /// Breaks the protocol as a stub asks for.
    private func commit(_ fault: Fault, _ response: HTTPResponse) {
        exchange.keepAlive = false
        state = .closing
        switch fault {
        case .connectionReset:
            flush()
            reset()
        case .emptyResponse: break
        case .malformedChunk:
            var response = response
            response.body = HTTPBody(.stream(length: nil) { AsyncThrowingStream { $0.finish() } })
            _ = writeHead(of: PreparedResponse(response))
            scratch.output.append("this is no chunk size\r\n")
            appendGarbage()
        case .randomData: appendGarbage()
        }
    }

    private func appendGarbage() {
        var random = SeededRandom(seed: exchange.number)
        // The first byte is no ASCII, so that this is no start of a response by chance.
        scratch.output.append(0xFF)
        for _ in 0..<128 { scratch.output.append(UInt8(truncatingIfNeeded: random.next())) }
    }

    // MARK: - Writing

    /// Gathers the head of a response.
    func writeHead(of response: PreparedResponse) -> ResponseSerializer.Framing {
        ResponseSerializer.appendHead(
            of: response, isHEAD: exchange.isHEAD, version: exchange.version, dateLine: share.currentDateLine(),
            keepAlive: &exchange.keepAlive, to: &scratch.output)
    }

    /// Gathers bytes; large ones are shared.
    func write(_ bytes: [UInt8], _ range: Range<Int>) {
        if range.count < Self.largeContent {
            bytes.withUnsafeBufferPointer {
                scratch.output.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range]))
            }
        } else {
            queueGathered(from: 0)
            output.append(bytes, range)
        }
    }

    /// Takes note that all bytes of an answer are gathered.
    func finishAnswer() {
        pending = nil
        if output.isEmpty {
            scratch.exchanges.append(LoopScratch.Exchange(number: exchange.number, end: scratch.output.count))
        } else {
            unsent.append(exchange.number)
        }
        state = exchange.keepAlive ? .reading : .closing
    }

    /// Hands gathered and queued bytes to the system, as far as it takes them.
    func flush() {
        if !scratch.output.isEmpty, output.isEmpty {
            let count = scratch.output.withElements { SocketCalls.send(descriptor, UnsafeRawBufferPointer($0)) }
            if count == scratch.output.count { return scratch.clear() }
            if count < 0, !SocketCalls.isTemporary(count) { isBroken = true }
            queueGathered(from: max(0, count))
            isBlocked = true
        } else {
            queueGathered(from: 0)
        }
        guard !output.isEmpty, !isBlocked, !isBroken else { return }
        let (outcome, count) = output.send(to: descriptor)
        if count > 0 { timeLimit = .none }
        switch outcome {
        case .drained: break
        case .blocked: isBlocked = true
        case .broken: isBroken = true
        }
    }

    private func queueGathered(from start: Int) {
        for index in 0..<scratch.exchanges.count {
            let exchange = scratch.exchanges[index]
            if exchange.end > start || !output.isEmpty { unsent.append(exchange.number) }
        }
        if start < scratch.output.count {
            let rest = scratch.output.withElements { Array($0[start...]) }
            output.append(rest, 0..<rest.count)
        }
        scratch.clear()
    }
}

extension ReceivedRequest {
    fileprivate var isHEAD: Bool { methodRange.count == 4 && head[methodRange].elementsEqual("HEAD".utf8) }
}
