#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Transfer {
    /// Takes in a response whose content came at once: tells of it, and writes the file where one is wanted.
    ///
    /// - Throws: `TransportError` where the file cannot be written.
    public func delivered(_ response: HTTPResponse) throws(TransportError) -> HTTPResponse {
        guard let bytes = response.body.bytes else { return response }
        onReceived?(TransferProgress(count: bytes.count, total: bytes.count))
        guard let path = file?(response) else { return response }
        let file = try TransferFile(path)
        try file.write(bytes)
        var response = response
        response.body = HTTPBody(.file(path: path, length: bytes.count))
        return response
    }
}

/// A file that content is written to, piece by piece, by one thread at a time.
package final class TransferFile: @unchecked Sendable {
    /// The path.
    package let path: String
    /// How many bytes were written.
    package private(set) var count = 0
    private let descriptor: Int32

    /// Opens a file that is there, emptied, or makes a new one, readable for this user only.
    package init(_ path: String, isNew: Bool = false) throws(TransportError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | (isNew ? O_CREAT | O_EXCL : 0), 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes a piece.
    package func write(_ bytes: some Collection<UInt8>) throws(TransportError) {
        let bytes = ContiguousArray(bytes)
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes {
                systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]))
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure(path, errno) }
            offset += written
            count += written
        }
    }

    private static func failure(_ path: String, _ number: Int32) -> TransportError {
        let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        return TransportError(.other, "cannot write the file \(path): \(text)")
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
