#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// System calls on non-blocking sockets that are the same on every system; results below zero are error numbers.
///
/// What differs is in `SocketCalls+Linux.swift` and `SocketCalls+Darwin.swift`, with the same functions in both.
package enum SocketCalls {
    /// The call would have to wait: to be tried again when the descriptor is ready.
    package static func isTemporary(_ result: Int) -> Bool {
        result == -Int(EAGAIN) || result == -Int(EWOULDBLOCK) || result == -Int(EINTR)
    }

    /// Receives bytes; 0 means that the peer has ended its side.
    package static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        return count >= 0 ? count : -Int(errno)
    }

    /// Waits until there are bytes to read, the peer has ended its side, or the connection is broken; false where none of
    /// that came in time.
    static func waitForBytes(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Sends as many bytes as the system takes.
    package static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        let count = systemSend(descriptor, bytes)
        return count >= 0 ? count : -Int(errno)
    }

    /// Sends as many bytes as the system takes of several pieces.
    static func send(_ descriptor: Int32, _ pieces: UnsafeMutableBufferPointer<iovec>) -> Int {
        var message = msghdr()
        message.msg_iov = pieces.baseAddress
        message.msg_iovlen = .init(pieces.count)
        let count = sendmsg(descriptor, &message, noSignalFlag)
        return count >= 0 ? count : -Int(errno)
    }

    /// Ends our side; the peer reads the end after what was sent before.
    package static func endWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the descriptor.
    package static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// Closes the descriptor so that the peer gets a reset (RST) and unsent bytes are dropped.
    package static func reset(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }

    /// Sets an option that is a number.
    @discardableResult
    package static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) -> Bool {
        var value = value
        return setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// The error that a connect ended with, 0 for none.
    package static func pendingError(_ descriptor: Int32) -> Int32 {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, SocketCalls.noSignalFlag)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
