/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes of content so far.
    public var count: Int
    /// The bytes of content in all; `nil` where that is not known.
    public var total: Int?

    /// Makes a progress.
    public init(count: Int, total: Int?) {
        self.count = count
        self.total = total
    }

    /// The share that is done, from 0 to 1; `nil` where the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total <= 0 ? 1 : min(1, max(0, Double(count) / Double(total)))
    }
}

/// What a caller wants of a transport besides the response: to hear of the progress, and content in a file.
public struct Transfer: Sendable {
    /// Hears how much of the request's content was sent, by any thread; a repeated attempt begins anew.
    public var onSent: (@Sendable (TransferProgress) -> Void)?
    /// Hears how much of the response's content has come, by any thread.
    public var onReceived: (@Sendable (TransferProgress) -> Void)?
    /// The path of the file that the content of a response goes to, decided by its head; `nil` keeps it in memory.
    ///
    /// The file must be there, so that none appears after its caller has gone; it is written over. After a failure it may
    /// hold a part of the content.
    public var file: (@Sendable (HTTPResponse) -> String?)?

    /// Makes a transfer.
    public init(
        onSent: (@Sendable (TransferProgress) -> Void)? = nil,
        onReceived: (@Sendable (TransferProgress) -> Void)? = nil,
        file: (@Sendable (HTTPResponse) -> String?)? = nil
    ) {
        self.onSent = onSent
        self.onReceived = onReceived
        self.file = file
    }
}
