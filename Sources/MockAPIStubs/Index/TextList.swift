/// Many short texts, one after the other, of which those like a wanted one are found quickly.
struct TextList: Sendable {
    /// Of longer texts only the beginning is kept.
    private static let longest = 128

    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    var count: Int { ends.count }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0.prefix(Self.longest)) }
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// The indices of the `limit` texts that are most like a text, the most alike first.
    func nearest(to text: UnsafeBufferPointer<UInt8>, limit: Int) -> [Int] {
        bytes.withUnsafeBufferPointer { bytes in
            Likeness.nearest(to: text, count: count, limit: limit) { self.text($0, in: bytes) }
        }
    }

    /// Those of some indices whose texts are most like a text, the most alike first.
    func nearest(to text: UnsafeBufferPointer<UInt8>, among indices: [Int], limit: Int) -> [Int] {
        bytes.withUnsafeBufferPointer { bytes in
            Likeness.nearest(to: text, count: indices.count, limit: limit) { self.text(indices[$0], in: bytes) }
                .map { indices[$0] }
        }
    }

    @inline(__always)
    private func text(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return UnsafeBufferPointer(rebasing: bytes[start..<Int(ends[index])])
    }
}

/// A rough and quick measure of how alike two texts are.
enum Likeness {
    /// The number of bytes between what both texts begin with and what both end with, without letter case; that of the
    /// longer one counts.
    ///
    /// It is the number of edits where all of them are in one place.
    static func difference(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        let shorter = min(left.count, right.count)
        let longer = max(left.count, right.count)
        guard shorter > 0 else { return longer }
        let (leftBytes, rightBytes) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        let lowercase: UInt64 = 0x2020_2020_2020_2020
        var prefix = 0
        while prefix < shorter {
            if prefix + 8 <= shorter {
                let other = (leftBytes.word(at: prefix) | lowercase) ^ (rightBytes.word(at: prefix) | lowercase)
                prefix += other == 0 ? 8 : other.trailingZeroBitCount / 8
                if other != 0 { break }
            } else {
                guard left[prefix] | 0x20 == right[prefix] | 0x20 else { break }
                prefix += 1
            }
        }
        let rest = shorter - prefix
        var suffix = 0
        while suffix < rest {
            if suffix + 8 <= rest {
                let other =
                    (leftBytes.word(at: left.count - suffix - 8) | lowercase)
                    ^ (rightBytes.word(at: right.count - suffix - 8) | lowercase)
                suffix += other == 0 ? 8 : other.leadingZeroBitCount / 8
                if other != 0 { break }
            } else {
                guard left[left.count - suffix - 1] | 0x20 == right[right.count - suffix - 1] | 0x20 else { break }
                suffix += 1
            }
        }
        return longer - prefix - suffix
    }

    /// The indices of the `limit` texts that are most like a text, the most alike first, of equals the first ones.
    static func nearest(
        to text: UnsafeBufferPointer<UInt8>, count: Int, limit: Int, _ other: (Int) -> UnsafeBufferPointer<UInt8>
    ) -> [Int] {
        var differences: [UInt8] = []
        differences.reserveCapacity(count)
        var histogram = [Int](repeating: 0, count: 256)
        for index in 0..<count {
            let difference = min(difference(text, other(index)), 255)
            differences.append(UInt8(difference))
            histogram[difference] += 1
        }
        var groups: [[Int]] = []
        var left = limit
        for group in histogram {
            groups.append([])
            groups[groups.count - 1].reserveCapacity(min(group, left))
            left -= group
            if left <= 0 { break }
        }
        let isLastFull = left < 0
        for (index, difference) in differences.enumerated() where Int(difference) < groups.count {
            let isLast = Int(difference) == groups.count - 1
            if isLast, isLastFull, groups[Int(difference)].count >= histogram[Int(difference)] + left { continue }
            groups[Int(difference)].append(index)
        }
        return groups.flatMap(\.self)
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
