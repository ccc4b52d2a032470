import MockAPICore

/// Writes the content of a response to a file as it comes, on a thread that may block.
///
/// Belongs to the thread of its loop.
final class DownloadSink: @unchecked Sendable {
    /// How much may wait to be written before no more is read.
    private static let mostWaiting = 1 << 20

    private let path: String
    private let loop: EventLoop
    private var waiting: [UInt8] = []
    private var isEnded = false
    private var failure: TransportError?
    /// Opened by the first piece of work; used by one at a time.
    private var file: TransferFile?
    /// Called when there is room again.
    var onRoom: () -> Void = {}
    /// Called once after the end, with the number of bytes.
    private var onEnd: ((Result<Int, TransportError>) -> Void)?

    /// Whether something is being written.
    private(set) var isBusy = false

    init(path: String, loop: EventLoop) {
        self.path = path
        self.loop = loop
    }

    /// Whether no more is to be read for now.
    var isFull: Bool { waiting.count >= Self.mostWaiting }

    /// Takes in a piece.
    func append(_ bytes: [UInt8]) {
        waiting += bytes
        work()
    }

    /// Takes in that nothing more comes.
    func end(_ handler: @escaping (Result<Int, TransportError>) -> Void) {
        isEnded = true
        onEnd = handler
        work()
    }

    /// Forgets who waits.
    func cancel() {
        onEnd = nil
        onRoom = {}
    }

    private func work() {
        guard !isBusy else { return }
        if failure != nil || (isEnded && waiting.isEmpty && file != nil) { return tellEnd() }
        guard !waiting.isEmpty || isEnded else { return }
        let piece = waiting
        waiting = []
        isBusy = true
        BlockingQueue.files.submit { [self] in
            let result = Result<Void, TransportError> { () throws(TransportError) in
                if file == nil { file = try TransferFile(path) }
                try file?.write(piece)
            }
            loop.execute { [self] in
                isBusy = false
                if case .failure(let error) = result { failure = error }
                if !isFull { onRoom() }
                work()
            }
        }
    }

    private func tellEnd() {
        guard isEnded, let handler = onEnd else { return }
        onEnd = nil
        handler(failure.map { .failure($0) } ?? .success(file?.count ?? 0))
    }
}
