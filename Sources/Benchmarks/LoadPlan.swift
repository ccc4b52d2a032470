/// What all connections of a load share; belongs to the thread of their loop.
final class LoadPlan: @unchecked Sendable {
    /// The bytes of one request.
    let request: [UInt8]
    /// The number of requests in all.
    let requests: Int
    /// The number of requests that a connection sends together.
    let pipeline: Int
    /// Called once, when all connections have ended, with what went wrong.
    var onEnd: ([String]) -> Void = { _ in }

    private var left: Int
    private var open = 0
    private var failures: [String] = []

    /// Makes a plan.
    init(path: String, requests: Int, pipeline: Int) {
        request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        self.requests = requests
        self.pipeline = pipeline
        left = requests
    }

    /// How many requests a connection is to send now; 0 when there are none left.
    func take() -> Int {
        let count = min(left, pipeline)
        left -= count
        return count
    }

    /// Takes note of a connection.
    func didOpen() { open += 1 }

    /// Takes note of the end of a connection.
    func didClose(_ failure: String?) {
        if let failure { failures.append(failure) }
        open -= 1
        if open == 0 { onEnd(failures) }
    }
}
