#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads a file piece by piece, one read at a time, on threads that may block.
final class FileReader: @unchecked Sendable {
    private let path: String
    private var descriptor: Int32 = -1

    init(path: String) { self.path = path }

    deinit {
        if descriptor >= 0 { SocketCalls.close(descriptor) }
    }

    /// Reads on; an empty piece is the end.
    func read(atMost count: Int) throws(SocketError) -> [UInt8] {
        if descriptor < 0 {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure("open") }
        }
        var number: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result: Int
            repeat { result = readDescriptor(descriptor, buffer) } while result < 0 && errno == EINTR
            number = result < 0 ? errno : 0
            filled = max(0, result)
        }
        if number != 0 { throw failure("read", number) }
        return piece
    }

    private func failure(_ call: String, _ number: Int32 = errno) -> SocketError {
        SocketError(call: call, number, message: "cannot read the body file \(path): \(SocketError.text(number))")
    }
}

private func readDescriptor(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
