internal import MockAPICore

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Comparing and searching bytes; texts are compared by their UTF-8, so that composed and decomposed forms differ.
enum ByteText {
    static func equal(_ left: ArraySlice<UInt8>, _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in equal(left, right) }
        }
    }

    static func equal(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
        return memcmp(leftStart, rightStart, left.count) == 0
    }

    static func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
        guard bytes.count == text.utf8.count else { return false }
        var text = text
        return text.withUTF8 { equal(bytes, $0) }
    }

    static func equal(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// A part of a message's head.
    static func part(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<UInt32>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    static func equalIgnoringCase(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where HTTPToken.lowercased(left[index]) != HTTPToken.lowercased(right[index]) {
            return false
        }
        return true
    }

    /// Without the case of letters, by each scalar's lower-case form; ASCII needs no table.
    static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
        HTTPToken.equalsIgnoringCase(left.utf8, right.utf8)
            || left.lowercased().utf8.elementsEqual(right.lowercased().utf8)
    }

    /// Whether `needle` occurs; both are UTF-8, so a hit never begins inside a character.
    static func contains(_ hay: UnsafeBufferPointer<UInt8>, _ needle: String) -> Bool {
        var needle = needle
        return needle.withUTF8 { needle in
            guard let first = needle.first else { return true }
            guard let base = hay.baseAddress, let needleStart = needle.baseAddress, hay.count >= needle.count else {
                return false
            }
            var start = 0
            let last = hay.count - needle.count
            while start <= last {
                guard let hit = memchr(base + start, Int32(first), last - start + 1) else { return false }
                start = UnsafeRawPointer(base).distance(to: hit)
                if memcmp(base + start, needleStart, needle.count) == 0 { return true }
                start += 1
            }
            return false
        }
    }
}
