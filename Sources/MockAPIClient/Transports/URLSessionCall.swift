import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request in the shared session; its continuation is resumed once, by its end or by its cancellation.
final class URLSessionCall: Sendable {
    /// What is sent.
    enum Upload: Sendable {
        case data(Data)
        case file(URL, length: Int)

        var length: Int {
            switch self {
            case .data(let data): data.count
            case .file(_, let length): length
            }
        }
    }

    private enum State {
        case new
        case running(URLSessionTask, CheckedContinuation<HTTPResponse, any Error>)
        case over
    }

    private struct Received {
        var response: HTTPURLResponse?
        var bytes: [UInt8] = []
        var count = 0
        var file: TransferFile?
        var failure: TransportError?
        var isChallengeRefused = false
    }

    private let request: URLRequest
    private let body: Upload?
    private let transfer: Transfer?
    private let state = Locked(State.new)
    private let received = Locked(Received())

    init(request: URLRequest, body: Upload?, transfer: Transfer?) {
        self.request = request
        self.body = body
        self.transfer = transfer
    }

    /// Begins the call, unless it is cancelled already: then no task is made at all.
    func start(in shared: SharedURLSession, _ continuation: CheckedContinuation<HTTPResponse, any Error>) {
        let isStarted = state.withLock { state in
            guard case .new = state else { return false }
            let task = makeTask(in: shared.session)
            shared.add(self, id: task.taskIdentifier)
            state = .running(task, continuation)
            task.resume()
            return true
        }
        if !isStarted { continuation.resume(throwing: CancellationError()) }
    }

    /// Resumes the caller at once, and then has the session give up.
    func cancel(in shared: SharedURLSession) {
        guard case .running(let task, let continuation) = takeState() else { return }
        continuation.resume(throwing: CancellationError())
        shared.giveUp(task)
    }

    func receive(_ response: URLResponse) {
        received.withLock { received in
            received.response = response as? HTTPURLResponse
            guard let choose = transfer?.file, let response = received.response else { return }
            let head = HTTPResponse(
                HTTPStatus(response.statusCode), headers: HTTPFields(urlResponse: response), url: response.url)
            do throws(TransportError) {
                received.file = try choose(head).map { path throws(TransportError) in try TransferFile(path) }
            } catch {
                received.failure = error
            }
        }
    }

    func receive(_ data: Data) {
        let progress = received.withLock { received in
            received.count += data.count
            do throws(TransportError) {
                if let file = received.file { try file.write(data) } else { received.bytes.append(contentsOf: data) }
            } catch {
                received.failure = received.failure ?? error
            }
            let length = received.response?.expectedContentLength ?? -1
            return TransferProgress(count: received.count, total: length >= 0 ? Int(length) : nil)
        }
        transfer?.onReceived?(progress)
    }

    func noteSent(_ count: Int) {
        transfer?.onSent?(TransferProgress(count: count, total: body?.length))
    }

    func noteRefusedChallenge() { received.withLock { $0.isChallengeRefused = true } }

    func end(_ error: (any Error)?) {
        guard case .running(_, let continuation) = takeState() else { return }
        continuation.resume(with: received.withLock { result($0, error) })
    }

    private func takeState() -> State {
        state.withLock { state in
            defer { state = .over }
            return state
        }
    }

    private func makeTask(in session: URLSession) -> URLSessionTask {
        switch body {
        case .data(let data): session.uploadTask(with: request, from: data)
        case .file(let url, _): session.uploadTask(with: request, fromFile: url)
        case nil: session.dataTask(with: request)
        }
    }

    private func result(_ received: Received, _ error: (any Error)?) -> Result<HTTPResponse, any Error> {
        if let error, !(received.isChallengeRefused && received.response != nil) {
            return .failure(URLSessionFailure.transportError(of: error, hasResponse: received.response != nil))
        }
        guard let response = received.response else {
            return .failure(TransportError(.reset, "the connection ended without a response"))
        }
        if let failure = received.failure { return .failure(failure) }
        let headers = HTTPFields(urlResponse: response)
        if let missing = missingBytes(response, headers: headers, count: received.count) {
            return .failure(TransportError(.truncated, "the response ended \(missing) bytes before its end"))
        }
        let content = received.file.map { HTTPBody(.file(path: $0.path, length: $0.count)) }
        return .success(
            HTTPResponse(
                HTTPStatus(response.statusCode), headers: headers, body: content ?? HTTPBody(received.bytes),
                url: response.url))
    }

    /// How many bytes of the announced length did not come; of a content that was decoded the length is not known.
    private func missingBytes(_ response: HTTPURLResponse, headers: HTTPFields, count: Int) -> Int? {
        guard request.httpMethod != "HEAD", !HTTPStatus(response.statusCode).forbidsContent,
            !headers.contains(name: "Content-Encoding"), let text = headers["Content-Length"],
            let length = Int(text), length > count
        else { return nil }
        return length - count
    }
}
