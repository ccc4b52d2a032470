import Foundation

#if !MOCKAPI_KQUEUE_SHIM
@testable import MockAPISockets
#endif

/// Two connected sockets, closed at the end of their owner's life.
final class SocketPair: Sendable {
    let mine: Int32
    private let other: Int32

    init() throws {
        var pair: [Int32] = [0, 0]
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, type, 0, &pair) == 0 else { throw SocketError(call: "socketpair", errno) }
        (mine, other) = (pair[0], pair[1])
        _ = fcntl(mine, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(mine)
        close(other)
    }

    func send(_ text: String) { _ = text.withCString { write(other, $0, strlen($0)) } }

    func endSending() { shutdown(other, Int32(SHUT_WR)) }
}
