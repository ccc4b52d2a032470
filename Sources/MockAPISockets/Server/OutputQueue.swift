#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Bytes of a connection that the system did not take yet, in order.
///
/// Pieces are kept as they are, so that a large body is shared with its stub and not copied.
struct OutputQueue {
    /// How an attempt to send ended.
    enum Outcome {
        /// All bytes are with the system.
        case drained
        /// The system takes no more for now.
        case blocked
        /// The connection is broken.
        case broken
    }

    private struct Piece {
        var bytes: [UInt8]
        var range: Range<Int>
    }

    private var pieces: [Piece] = []
    private var first = 0

    /// Whether no bytes wait.
    var isEmpty: Bool { first == pieces.count }

    /// Appends a part of an array, which is shared.
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        if !range.isEmpty { pieces.append(Piece(bytes: bytes, range: range)) }
    }

    /// Drops everything.
    mutating func removeAll() {
        pieces.removeAll()
        first = 0
    }

    /// Sends what the system takes, and gives the number of bytes.
    mutating func send(to descriptor: Int32) -> (outcome: Outcome, count: Int) {
        var total = 0
        while !isEmpty {
            let (attempted, count) = sendSome(to: descriptor)
            if count < 0 { return (SocketCalls.isTemporary(count) ? .blocked : .broken, total) }
            total += count
            drop(count)
            if count < attempted { return (.blocked, total) }
        }
        return (.drained, total)
    }

    /// Sends up to 16 pieces in one call; gives what was tried, and the count or an error number below zero.
    private func sendSome(to descriptor: Int32) -> (attempted: Int, count: Int) {
        let last = min(pieces.count, first + 16)
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 16) { vectors in
            var attempted = 0
            func fill(_ index: Int) -> Int {
                guard index < last else {
                    return SocketCalls.send(
                        descriptor, UnsafeMutableBufferPointer(rebasing: vectors[..<(last - first)]))
                }
                let piece = pieces[index]
                return piece.bytes.withUnsafeBytes { bytes in
                    let base = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + piece.range.lowerBound) }
                    vectors[index - first] = iovec(iov_base: base, iov_len: .init(piece.range.count))
                    attempted += piece.range.count
                    return fill(index + 1)
                }
            }
            let count = fill(first)
            return (attempted, count)
        }
    }

    /// Takes out bytes from the front; more than there are take all.
    mutating func drop(_ count: Int) {
        var count = count
        while count > 0, first < pieces.count {
            let range = pieces[first].range
            if count < range.count {
                pieces[first].range = range.lowerBound + count..<range.upperBound
                return
            }
            count -= range.count
            pieces[first].bytes = []
            first += 1
        }
        if first == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            first = 0
        }
    }
}
