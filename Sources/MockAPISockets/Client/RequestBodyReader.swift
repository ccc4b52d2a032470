import MockAPICore

/// Gets the content of one attempt piece by piece, from a file or a stream, for a caller on a loop.
///
/// The next piece is asked for when the one before is sent, so that at most one is in memory.
final class RequestBodyReader: @unchecked Sendable {
    /// What was got: a piece, or `nil` at the end.
    typealias Handler = @Sendable (Result<[UInt8]?, TransportError>) -> Void

    private enum Source {
        case file(FileReader)
        case stream(@Sendable () -> AsyncThrowingStream<[UInt8], any Error>)
    }

    private static let pieceSize = 256 << 10

    private let loop: EventLoop
    private let source: Source
    private var handler: Handler?
    private var task: Task<Void, Never>?
    private var acknowledge: CheckedContinuation<Bool, Never>?
    private var isCancelled = false

    /// Makes a reader; `nil` where the content is at hand.
    init?(_ body: HTTPBody, loop: EventLoop) {
        self.loop = loop
        switch body.source {
        case .bytes: return nil
        case .file(let path, _): source = .file(FileReader(path: path))
        case .stream(_, let make): source = .stream(make)
        }
    }

    /// Gets the next piece and calls `handler` on the loop; not to be called again before that.
    func next(_ handler: @escaping Handler) {
        self.handler = handler
        switch source {
        case .file(let reader):
            let loop = loop
            BlockingQueue.files.submit { [self] in
                let result = Result { () throws(SocketError) in try reader.read(atMost: Self.pieceSize) }
                loop.execute { [self] in
                    give(
                        result.map { $0.isEmpty ? nil : $0 }.mapError { TransportError(.other, $0.message) })
                }
            }
        case .stream(let make):
            if let acknowledge {
                self.acknowledge = nil
                acknowledge.resume(returning: true)
            } else {
                task = Task { [self] in await pull(make) }
            }
        }
    }

    /// Lets go of everything; the handler is not called any more.
    func cancel() {
        isCancelled = true
        handler = nil
        task?.cancel()
        task = nil
        acknowledge?.resume(returning: false)
        acknowledge = nil
    }

    private func give(_ result: Result<[UInt8]?, TransportError>) {
        guard let handler else { return }
        self.handler = nil
        handler(result)
    }

    private func pull(_ make: @Sendable () -> AsyncThrowingStream<[UInt8], any Error>) async {
        do {
            for try await bytes in make() where !bytes.isEmpty {
                let goesOn = await withCheckedContinuation { continuation in
                    loop.execute { [self] in
                        if isCancelled { return continuation.resume(returning: false) }
                        acknowledge = continuation
                        give(.success(bytes))
                    }
                }
                guard goesOn else { return }
            }
            loop.execute { [self] in give(.success(nil)) }
        } catch {
            let failure = TransportError(.other, "the content of the request could not be made: \(error)")
            loop.execute { [self] in give(.failure(failure)) }
        }
    }
}
