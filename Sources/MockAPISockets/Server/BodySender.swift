import MockAPICore

/// Sends content in pieces: from a file or a stream, at a pace, or only a part of it.
///
/// The next piece is asked for when the system has taken the one before, so that at most one is in memory. Belongs to
/// the thread of the connection's loop.
final class BodySender: @unchecked Sendable {
    private enum Source {
        case bytes
        case file(FileReader)
        case stream(@Sendable () -> AsyncThrowingStream<[UInt8], any Error>)
    }

    /// Where to stop before the end, and how.
    private enum Stop {
        case never
        case close(at: Int)
        case silence(at: Int)

        var place: Int? {
            switch self {
            case .never: nil
            case .close(let place), .silence(let place): place
            }
        }
    }

    private static let pieceSize = 256 << 10
    /// The part of a second for which bytes are sent together when there is a pace.
    private static let beat = 0.05

    private unowned let connection: Connection
    private let response: PreparedResponse
    private let source: Source
    private let stop: Stop
    private let pace: Double?

    private var framing = ResponseSerializer.Framing.none
    private var isHeadWritten = false
    private var piece: [UInt8]
    private var pieceStart = 0
    private var sent = 0
    private var hasEnded: Bool
    private var startMoment: UInt64 = 0
    private var isFetching = false
    private var isCancelled = false
    private var timer: LoopTimer?
    private var task: Task<Void, Never>?
    private var acknowledge: CheckedContinuation<Bool, Never>?

    init(_ response: PreparedResponse, _ plan: ResponsePlan, connection: Connection) {
        self.connection = connection
        self.response = response
        switch response.source?.source {
        case .file(let path, _): source = .file(FileReader(path: path))
        case .stream(_, let make): source = .stream(make)
        case .bytes, nil: source = .bytes
        }
        piece = response.body
        if case .bytes = source { hasEnded = true } else { hasEnded = false }
        pace = plan.bytesPerSecond.flatMap { $0 > 0 ? Double($0) : nil }
        if let place = plan.truncateAfter {
            stop = .close(at: max(0, place))
        } else if let place = plan.stallAfter {
            stop = .silence(at: max(0, place))
        } else {
            stop = .never
        }
    }

    /// Begins; the head of a file's response waits for its first piece, since the file may not be there.
    func start() {
        if case .file = source, !connection.exchange.isHEAD { return }
        writeHead()
    }

    /// Does the next piece of work; false when something must be waited for.
    func step() -> Bool {
        guard !isFetching, timer == nil, !isCancelled else { return false }
        if isHeadWritten {
            if framing == .none {
                finish()
                return true
            }
            if let place = stop.place, sent >= place, !isComplete {
                stopEarly()
                return true
            }
            if isComplete {
                if framing == .chunked { connection.scratch.output.append(contentsOf: ResponseSerializer.lastChunk) }
                finish()
                return true
            }
        }
        if pieceStart == piece.count {
            guard !hasEnded else {
                fail("the content ended before its announced length")
                return true
            }
            fetch()
            return false
        }
        if !isHeadWritten { writeHead() }
        return sendSome()
    }

    /// Lets go of everything.
    func cancel() {
        isCancelled = true
        timer?.cancel()
        timer = nil
        task?.cancel()
        task = nil
        acknowledge?.resume(returning: false)
        acknowledge = nil
    }

    private var isComplete: Bool {
        if case .length(let length) = framing { return sent >= length }
        return hasEnded && pieceStart == piece.count
    }

    private func writeHead() {
        framing = connection.writeHead(of: response)
        isHeadWritten = true
        startMoment = MonotonicClock.nanoseconds()
    }

    private func sendSome() -> Bool {
        var count = piece.count - pieceStart
        if case .length(let length) = framing { count = min(count, length - sent) }
        if let place = stop.place { count = min(count, place - sent) }
        if let pace {
            let elapsed = Double(MonotonicClock.nanoseconds() &- startMoment) / 1e9
            let due = Int(min(elapsed * pace, 1e15)) - sent
            let together = min(count, max(1, Int(min(pace * Self.beat, 1e9))))
            guard due >= together else {
                wait(until: Double(sent + together) / pace)
                return false
            }
            count = min(count, due)
        }
        guard count > 0 else { return true }
        if framing == .chunked { connection.scratch.output.append(contentsOf: ResponseSerializer.chunkHead(count)) }
        connection.write(piece, pieceStart..<pieceStart + count)
        if framing == .chunked { connection.scratch.output.append("\r\n") }
        pieceStart += count
        sent += count
        return true
    }

    private func wait(until seconds: Double) {
        let moment = startMoment.saturatingAdd(UInt64(min(max(0, seconds), 1e9) * 1e9))
        let connection = connection
        timer = connection.loop.schedule(at: moment) { [self] in
            timer = nil
            connection.settle()
        }
    }

    private func finish() {
        cancel()
        connection.finishAnswer()
    }

    private func stopEarly() {
        cancel()
        if case .silence = stop {
            connection.pending = .stall
        } else {
            connection.exchange.keepAlive = false
            connection.finishAnswer()
        }
    }

    private func fail(_ message: String) {
        cancel()
        connection.failAnswer(message, headWritten: isHeadWritten, framing: framing)
    }

    // MARK: - Getting pieces

    private func fetch() {
        isFetching = true
        let loop = connection.loop
        switch source {
        case .bytes: break
        case .file(let reader):
            BlockingQueue.files.submit { [self] in
                let result = Result { () throws(SocketError) in try reader.read(atMost: Self.pieceSize) }
                loop.execute { self.fileRead(result) }
            }
        case .stream(let make):
            if let acknowledge {
                self.acknowledge = nil
                acknowledge.resume(returning: true)
            } else if task == nil {
                task = Task { [self] in await pull(make, loop) }
            }
        }
    }

    private func fileRead(_ result: Result<[UInt8], SocketError>) {
        guard !isCancelled else { return }
        let connection = connection
        isFetching = false
        switch result {
        case .success(let bytes):
            if bytes.isEmpty { hasEnded = true }
            if !isHeadWritten, bytes.isEmpty { writeHead() }
            (piece, pieceStart) = (bytes, 0)
        case .failure(let error): fail(error.message)
        }
        connection.settle()
    }

    /// Runs as a task: pulls pieces and waits after each until it is sent.
    private func pull(_ make: @Sendable () -> AsyncThrowingStream<[UInt8], any Error>, _ loop: EventLoop) async {
        do {
            for try await bytes in make() where !bytes.isEmpty {
                let goesOn = await withCheckedContinuation { continuation in
                    loop.execute { self.streamGave(bytes, continuation) }
                }
                guard goesOn else { return }
            }
            loop.execute { self.streamEnded(nil) }
        } catch {
            let message = "the content could not be made: \(error)"
            loop.execute { self.streamEnded(message) }
        }
    }

    private func streamGave(_ bytes: [UInt8], _ continuation: CheckedContinuation<Bool, Never>) {
        guard !isCancelled else { return continuation.resume(returning: false) }
        let connection = connection
        acknowledge = continuation
        isFetching = false
        (piece, pieceStart) = (bytes, 0)
        connection.settle()
    }

    private func streamEnded(_ failure: String?) {
        guard !isCancelled else { return }
        let connection = connection
        isFetching = false
        hasEnded = true
        if let failure { fail(failure) }
        connection.settle()
    }
}
