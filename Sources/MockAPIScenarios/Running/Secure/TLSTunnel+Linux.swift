#if !canImport(Darwin)
import Foundation
import MockAPICore
import MockAPISockets

#if canImport(Musl)
import Musl
#else
@preconcurrency import Glibc
#endif

/// A listener on this machine that carries bytes to one server by TLS, for clients that speak none.
///
/// The server's certificate must be signed by one of the authorities and name the host.
final class TLSTunnel: @unchecked Sendable {
    private let library: OpenSSL
    private let context: OpenSSL.Pointer
    private let host: String
    private let remotePort: Int
    private let listener: Int32
    /// The port that is listened on, at 127.0.0.1.
    let port: Int
    private let lastFailure = Locked<TransportError?>(nil)

    /// Why the last connection could not be made; `nil` where it could.
    var failure: TransportError? { lastFailure.withLock { $0 } }

    /// Begins to listen; `context` outlives the tunnel.
    ///
    /// - Throws: `TransportError` where that cannot be.
    init(_ library: OpenSSL, _ context: OpenSSL.Pointer, host: String, port: Int) throws(TransportError) {
        self.library = library
        self.context = context
        self.host = host
        remotePort = port
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        self.port = Int(UInt16(bigEndian: address.sin_port))
        guard isListening else { throw TransportError(.other, "no port for TLS: \(String(cString: strerror(errno)))") }
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 || errno == EINTR || errno == ECONNABORTED else { return }
                guard client >= 0 else { continue }
                guard let self else {
                    close(client)
                    return
                }
                Thread.detachNewThread { self.carry(client) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Connects to the server and carries bytes until one side is done.
    private func carry(_ client: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        defer { close(client) }
        do throws(TransportError) {
            let server = try connected()
            defer { close(server) }
            let session = try shakenHands(on: server)
            defer { library.free(session) }
            lastFailure.withLock { $0 = nil }
            TLSCarrier(library: library, session: session, client: client, server: server).run()
        } catch {
            lastFailure.withLock { $0 = error }
        }
    }

    private func connected() throws(TransportError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(remotePort)", &hints, &list) == 0 else {
            throw TransportError(.dns, "\(host) has no address")
        }
        defer { freeaddrinfo(list) }
        var code: Int32 = 0
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            let server = socket(entry.ai_family, entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
            if server >= 0, connect(server, entry.ai_addr, entry.ai_addrlen) == 0 { return server }
            code = errno
            if server >= 0 { close(server) }
        }
        let text = "\(host):\(remotePort): \(String(cString: strerror(code)))"
        switch code {
        case ECONNREFUSED: throw TransportError(.refused, text)
        case ETIMEDOUT: throw TransportError(.timedOut, text)
        default: throw TransportError(.unreachable, text)
        }
    }

    private func shakenHands(on server: Int32) throws(TransportError) -> OpenSSL.Pointer {
        guard let session = library.new(context) else { throw TransportError(.tls, library.complaint()) }
        let parameters = library.parameters(session)
        if library.setAddress(parameters, host) != 1 {
            _ = library.setHost(parameters, host, 0)
            var name = Array(host.utf8CString)
            _ = name.withUnsafeMutableBytes {
                library.control(session, OpenSSL.Constant.setServerName, 0, $0.baseAddress)
            }
        }
        _ = library.control(session, OpenSSL.Constant.setMode, OpenSSL.Constant.mode, nil)
        guard library.setDescriptor(session, server) == 1, library.connect(session) == 1 else {
            let result = library.verifyResult(session)
            let reason = result == 0 ? nil : library.verifyText(result).map { String(cString: $0) }
            let text = library.complaint()
            library.free(session)
            throw TransportError(.tls, reason.map { "the certificate is not trusted: \($0)" } ?? text)
        }
        return session
    }
}

/// Carries bytes between a plain connection and one by TLS.
private struct TLSCarrier {
    let library: OpenSSL
    let session: OpenSSL.Pointer
    let client: Int32
    let server: Int32

    /// What is to be done after a step.
    private enum Step { case goOn, wait, end, reset }

    func run() {
        for descriptor in [client, server] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        var toServer: [UInt8] = []
        var toClient: [UInt8] = []
        var isServerDone = false
        while true {
            if toServer.isEmpty, !take(&toServer) { return }
            var wantsWrite = false
            if !toServer.isEmpty {
                switch give(&toServer, &wantsWrite) {
                case .goOn, .wait: break
                case .end, .reset: isServerDone = true
                }
            }
            while toClient.count < 1 << 20, !isServerDone {
                let step = receive(&toClient)
                if step == .goOn { continue }
                if step == .reset { return reset(toClient) }
                isServerDone = step == .end
                break
            }
            if !toClient.isEmpty, !flush(&toClient) { return }
            if isServerDone, toClient.isEmpty { return }
            var events = [
                pollfd(
                    fd: client,
                    events: Int16((toServer.isEmpty ? POLLIN : 0) | (toClient.isEmpty ? 0 : POLLOUT)), revents: 0),
                pollfd(
                    fd: isServerDone ? -1 : server,
                    events: Int16((toClient.count < 1 << 20 ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0)), revents: 0),
            ]
            _ = poll(&events, 2, -1)
        }
    }

    /// Takes what the client sent; `false` where it is gone.
    private func take(_ bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(client, &buffer, buffer.count, 0)
        if count > 0 { bytes += buffer[..<count] }
        return count > 0 || (count < 0 && [EAGAIN, EINTR].contains(errno))
    }

    private func give(_ bytes: inout [UInt8], _ wantsWrite: inout Bool) -> Step {
        let count = library.write(session, bytes, CInt(min(bytes.count, 1 << 20)))
        if count > 0 {
            bytes.removeFirst(Int(count))
            wantsWrite = !bytes.isEmpty
            return .goOn
        }
        let error = library.error(session, count)
        wantsWrite = error == OpenSSL.Constant.wantWrite
        return error == OpenSSL.Constant.wantRead || wantsWrite ? .wait : .end
    }

    private func receive(_ bytes: inout [UInt8]) -> Step {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        errno = 0
        let count = library.read(session, &buffer, CInt(buffer.count))
        if count > 0 {
            bytes += buffer[..<Int(count)]
            return .goOn
        }
        let code = errno
        switch library.error(session, count) {
        case OpenSSL.Constant.wantRead, OpenSSL.Constant.wantWrite: return .wait
        case OpenSSL.Constant.zeroReturn: return .end
        default: return code == ECONNRESET ? .reset : .end
        }
    }

    /// Sends what the client is to have; `false` where it is gone.
    private func flush(_ bytes: inout [UInt8]) -> Bool {
        let count = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if count > 0 { bytes.removeFirst(count) }
        return count > 0 || (count < 0 && [EAGAIN, EINTR].contains(errno))
    }

    /// Tells the client of a reset by a reset.
    private func reset(_ rest: [UInt8]) {
        var rest = rest
        if !rest.isEmpty { _ = flush(&rest) }
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
}
#endif
