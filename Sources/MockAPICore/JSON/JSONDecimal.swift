/// The value of a number's text: sign, significant digits and exponent, without copying a digit.
///
/// The value is the digits from the first to the last one that is not 0, read as a whole number, times ten to the power
/// of `shift` plus the written exponent. That sum is never computed where the written exponent may be too long for it.
struct JSONDecimal {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isNegative: Bool
    /// The places of the digits, a point between them not counted out; empty for zero.
    private var significant: Range<Int>
    /// The power of ten of the last significant digit, before the written exponent.
    private var shift = 0
    /// The digits of the written exponent, without leading zeros.
    private var exponent: Range<Int>
    private var isExponentNegative = false

    /// Takes the text of a number whose grammar was checked before.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        isNegative = bytes.first == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        var first: Int?
        var last = 0
        var point: Int?
        while index < bytes.count, bytes[index] | 0x20 != UInt8(ascii: "e") {
            if bytes[index] == UInt8(ascii: ".") {
                point = index
            } else if bytes[index] != UInt8(ascii: "0") {
                first = first ?? index
                last = index
            }
            index += 1
        }
        let units = point ?? index
        significant = first.map { $0..<last + 1 } ?? 0..<0
        if first != nil { shift = last < units ? units - last - 1 : units - last }
        if index < bytes.count { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
            isExponentNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        while index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 }
        exponent = min(index, bytes.count)..<bytes.count
    }

    var isZero: Bool { significant.isEmpty }

    /// The written exponent where it has at most 17 digits, so that adding the shift can't overflow.
    private var smallExponent: Int? {
        guard exponent.count <= 17 else { return nil }
        var value = 0
        for byte in bytes[exponent] { value = value * 10 + Int(byte &- 0x30) }
        return isExponentNegative ? -value : value
    }

    /// Whether a digit other than 0 stands after the point.
    var hasFraction: Bool { smallExponent.map { $0 + shift < 0 } ?? isExponentNegative }

    /// The value where it is whole and fits.
    var int: Int? {
        if isZero { return 0 }
        guard let exponent = smallExponent, 0...18 ~= exponent + shift else { return nil }
        var value = 0
        func append(_ digit: Int) -> Bool {
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooLarge) = product.addingReportingOverflow(isNegative ? -digit : digit)
            value = sum
            return !isTooLarge && !isStillTooLarge
        }
        for byte in bytes[significant] where byte != UInt8(ascii: ".") {
            guard append(Int(byte &- 0x30)) else { return nil }
        }
        for _ in 0..<exponent + shift {
            guard append(0) else { return nil }
        }
        return value
    }

    func isEqual(to other: JSONDecimal) -> Bool {
        if isZero || other.isZero { return isZero && other.isZero }
        guard isNegative == other.isNegative, hasSameDigits(as: other) else { return false }
        return exponentDifference(to: other).map { $0 == other.shift - shift } ?? false
    }

    private func hasSameDigits(as other: JSONDecimal) -> Bool {
        var (left, right) = (significant.lowerBound, other.significant.lowerBound)
        while true {
            if left < significant.upperBound, bytes[left] == UInt8(ascii: ".") { left += 1 }
            if right < other.significant.upperBound, other.bytes[right] == UInt8(ascii: ".") { right += 1 }
            guard left < significant.upperBound, right < other.significant.upperBound else {
                return left == significant.upperBound && right == other.significant.upperBound
            }
            guard bytes[left] == other.bytes[right] else { return false }
            left += 1
            right += 1
        }
    }

    /// The written exponent less the other's, digit by digit; `nil` where they are further apart than any shift.
    private func exponentDifference(to other: JSONDecimal) -> Int? {
        var difference = 0
        for place in (0..<max(exponent.count, other.exponent.count)).reversed() {
            let left = exponentDigit(place) * (isExponentNegative ? -1 : 1)
            let right = other.exponentDigit(place) * (other.isExponentNegative ? -1 : 1)
            difference = difference * 10 + left - right
            // From 3 on the distance grows with each further digit, whatever the digits are.
            if abs(difference) > 1 << 58 { return nil }
        }
        return difference
    }

    /// The digit of the written exponent that counts ten to the power of `place`.
    private func exponentDigit(_ place: Int) -> Int {
        place < exponent.count ? Int(bytes[exponent.upperBound - 1 - place] &- 0x30) : 0
    }

    /// Adds to a hash; equal values add the same, since the exponents agree modulo two to the power of 64.
    func hash(into hasher: inout Hasher) {
        if isZero { return hasher.combine(0) }
        hasher.combine(isNegative)
        // A hash of the digits by hand: the hasher takes runs of bytes, and a point may stand between them.
        var digits: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes[significant] where byte != UInt8(ascii: ".") {
            digits = (digits ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        hasher.combine(digits)
        var power: UInt64 = 0
        for byte in bytes[exponent] { power = power &* 10 &+ UInt64(byte &- 0x30) }
        if isExponentNegative { power = 0 &- power }
        hasher.combine(power &+ UInt64(bitPattern: Int64(shift)))
    }
}
