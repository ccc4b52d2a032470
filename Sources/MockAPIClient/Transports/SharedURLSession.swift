import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The session of the process, and the calls that are on their way in it.
final class SharedURLSession: NSObject, URLSessionDataDelegate, Sendable {
    static let shared = SharedURLSession()

    private let calls = Locked<[Int: URLSessionCall]>([:])
    private let holder = Locked<URLSession?>(nil)

    /// The session; made on first use, since it needs its delegate.
    var session: URLSession {
        holder.withLock { session in
            if let session { return session }
            let made = URLSession(configuration: Self.configuration, delegate: self, delegateQueue: nil)
            session = made
            return made
        }
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = 64
        return configuration
    }

    func add(_ call: URLSessionCall, id: Int) { calls.withLock { $0[id] = call } }

    /// Has the session give a call up, unless it has ended by then.
    ///
    /// The delegate's queue is the place for it: while this runs there, the task cannot end, and a task that ends while
    /// it is cancelled stops the process on Linux.
    func giveUp(_ task: URLSessionTask) {
        session.delegateQueue.addOperation { [self] in
            let isPending = calls.withLock { $0[task.taskIdentifier] != nil }
            if isPending { task.cancel() }
        }
    }

    private func call(_ task: URLSessionTask) -> URLSessionCall? { calls.withLock { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        call(dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        call(dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        call(task)?.noteSent(Int(totalBytesSent))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let disposition = URLSessionPlatform.disposition(of: challenge)
        if disposition == .cancelAuthenticationChallenge { call(task)?.noteRefusedChallenge() }
        completionHandler(disposition, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        calls.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.end(error)
    }
}
