extension JSONTape {
    /// A key, and a number by which most different keys are told apart without a look at their bytes.
    private struct MarkedKey {
        let index: Int
        let mark: UInt64

        /// Of a key with escapes, which may spell any text.
        static let anyMark = UInt64.max

        func mayEqual(_ other: MarkedKey) -> Bool {
            mark == other.mark || mark == Self.anyMark || other.mark == Self.anyMark
        }
    }

    /// Up to this many keys are compared with each other, more are put into a set.
    private static let comparedUpTo = 12

    /// The indices of the keys that repeat an earlier key of the same object, in linear time.
    func duplicateKeys(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        var found: [Int] = []
        var keys: [MarkedKey] = []
        for index in 0..<count where self[index].kind == .beginObject {
            keys.removeAll(keepingCapacity: true)
            var key = index + 1
            while true {
                let token = self[key]
                guard token.kind == .key else { break }
                keys.append(MarkedKey(index: key, mark: Self.mark(of: token, in: bytes)))
                key = next(after: key + 1)
            }
            if keys.count <= Self.comparedUpTo {
                for (number, key) in keys.enumerated() where repeats(key, keys[..<number], in: bytes) {
                    found.append(key.index)
                }
            } else {
                var seen = JSONKeySet()
                for key in keys where !seen.insert(self[key.index].text(in: bytes)) { found.append(key.index) }
            }
        }
        return found.sorted()
    }

    private func repeats(_ key: MarkedKey, _ earlier: ArraySlice<MarkedKey>, in bytes: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        for other in earlier where other.mayEqual(key) && isSameKey(other.index, key.index, in: bytes) { return true }
        return false
    }

    /// The length of a key with its first byte, one in the middle and its last.
    private static func mark(of token: JSONToken, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if token.hasEscapes { return MarkedKey.anyMark }
        // The first and the last byte are its quotes.
        let last = token.end - 2
        let middle = token.start + (token.end - token.start) / 2
        return UInt64(token.end - token.start) << 24 | UInt64(bytes[token.start + 1]) << 16
            | UInt64(bytes[middle]) << 8 | UInt64(bytes[max(last, token.start)])
    }

    private func isSameKey(_ left: Int, _ right: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let (left, right) = (self[left], self[right])
        if left.hasEscapes || right.hasEscapes {
            return JSONText.isSame(left.text(in: bytes), right.text(in: bytes))
        }
        return JSONText.isSame(
            UnsafeBufferPointer(rebasing: bytes[left.range]), UnsafeBufferPointer(rebasing: bytes[right.range]))
    }
}
