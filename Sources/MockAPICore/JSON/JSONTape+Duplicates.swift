extension JSONTape {
    /// Up to this many keys are compared with each other, more are put into a set.
    private static let comparedUpTo = 12

    /// The indices of the keys that repeat an earlier key of the same object, in linear time.
    func duplicateKeys(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        var found: [Int] = []
        var keys: [Int] = []
        for index in 0..<count where self[index].kind == .beginObject {
            keys.removeAll(keepingCapacity: true)
            var key = index + 1
            while self[key].kind == .key {
                keys.append(key)
                key = next(after: key + 1)
            }
            if keys.count <= Self.comparedUpTo {
                for (number, key) in keys.enumerated()
                where keys[..<number].contains(where: { isSameKey($0, key, in: bytes) }) { found.append(key) }
            } else {
                var seen = JSONKeySet()
                for key in keys where !seen.insert(self[key].text(in: bytes)) { found.append(key) }
            }
        }
        return found.sorted()
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
