/// A quick hash of bytes, the same in each run.
///
/// It is for tables whose keys are the stubs' own: a request can only look something up, so that nobody can fill a table
/// with collisions.
enum ByteHash {
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64 = 0) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return mix(hash ^ 0xA076_1D64_78BD_642F) }
        var place = 0
        while place + 8 <= bytes.count {
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            hash = mix(hash ^ word)
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        return mix(hash ^ rest ^ 0xA076_1D64_78BD_642F)
    }

    static func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBufferPointer { hash($0) } }

    static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.withUnsafeBufferPointer { hash($0) } }

    static func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { hash($0) }
    }

    /// The high and the low half of a product, of which each bit depends on all bits of the factor.
    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }
}
