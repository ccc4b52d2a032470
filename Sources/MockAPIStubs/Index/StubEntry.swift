import MockAPIMatching

/// What is to be known of a stub to see whether it answers, and with what, in 64 bytes.
struct StubEntry: BitwiseCopyable, Sendable {
    /// Stands for the answer of a stub that has none at hand.
    static let noAnswer = UInt32.max
    private static let longestKey = 32

    let order: StubOrder
    /// The number of the answer.
    let answer: UInt32
    /// The page that the stub is on, and the place there.
    let page: UInt32
    let place: UInt8
    let method: MethodCode
    private var flags: UInt8 = 0
    private var keyCount: UInt8 = 0
    /// The bucket that is the stub's alone, where a table leads to the stub itself.
    private(set) var bucket: UInt32 = 0
    /// The bytes that a request must have for that table to lead to the stub; zeros behind them.
    private var key: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    private static let isRemovedFlag: UInt8 = 1
    private static let isDecidedByPlaceFlag: UInt8 = 2
    private static let isDecidedByKeyFlag: UInt8 = 4
    private static let hasKeyFlag: UInt8 = 8

    init(order: StubOrder, method: MethodCode, answer: UInt32, page: UInt32, place: UInt8, isDecidedByPlace: Bool) {
        self.order = order
        self.method = method
        self.answer = answer
        self.page = page
        self.place = place
        flags = isDecidedByPlace ? Self.isDecidedByPlaceFlag : 0
    }

    /// Whether the stub was taken away.
    var isRemoved: Bool { flags & Self.isRemovedFlag != 0 }
    /// Whether the method and the place where it is found are all that the stub asks for.
    @inline(__always)
    var isDecidedByPlace: Bool { flags & Self.isDecidedByPlaceFlag != 0 }
    /// Whether the method, the path and the key are all that the stub asks for.
    @inline(__always)
    var isDecidedByKey: Bool { flags & Self.isDecidedByKeyFlag != 0 }

    mutating func remove() { flags |= Self.isRemovedFlag }

    /// Notes the bucket that is the stub's alone, and what leads there; `false` where that is too long to be kept.
    mutating func setAlone(in bucket: UInt32, key bytes: UnsafeBufferPointer<UInt8>, isDecidedByKey: Bool) -> Bool {
        self.bucket = bucket
        flags &= ~(Self.hasKeyFlag | Self.isDecidedByKeyFlag)
        guard bytes.count <= Self.longestKey else { return false }
        key = (bytes.word(0), bytes.word(1), bytes.word(2), bytes.word(3))
        keyCount = UInt8(bytes.count)
        flags |= Self.hasKeyFlag | (isDecidedByKey ? Self.isDecidedByKeyFlag : 0)
        return true
    }
}

extension StubEntry {
    /// Whether bytes are the key.
    @inline(__always)
    func hasKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count == Int(keyCount) && flags & Self.hasKeyFlag != 0 && key.0 == bytes.word(0) && key.1 == bytes.word(1)
            && key.2 == bytes.word(2) && key.3 == bytes.word(3)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Eight bytes as a number, zeros standing for those behind the end.
    @inline(__always)
    fileprivate func word(_ index: Int) -> UInt64 {
        let left = count - 8 * index
        guard left > 0, let start = UnsafeRawPointer(baseAddress) else { return 0 }
        if left >= 8 { return UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)) }
        if index > 0 {
            let last = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
            return last >> UInt64(8 * (8 - left))
        }
        var word: UInt64 = 0
        for place in 0..<left { word |= UInt64(self[place]) << UInt64(8 * place) }
        return word
    }
}
