import MockAPICore

/// The grammar of `Host` and of the authority in a target (RFC 9110, section 7.2; RFC 3986, section 3.2.2).
enum AuthoritySyntax {
    /// Whether the bytes are `uri-host [ ":" port ]`; user information is not allowed (RFC 9110, section 4.2.4).
    ///
    /// A port is at most 65535. An empty text is for the caller to judge; it is refused here.
    static func isValid(_ base: UnsafePointer<UInt8>, _ range: Range<Int>, needsPort: Bool = false) -> Bool {
        guard !range.isEmpty else { return false }
        var at = range.lowerBound
        if base[at] == UInt8(ascii: "[") {
            at += 1
            let start = at
            while at < range.upperBound, isRegisteredName(base[at]) || base[at] == Byte.colon || base[at] == percent {
                at += 1
            }
            guard at > start, at < range.upperBound, base[at] == UInt8(ascii: "]") else { return false }
            at += 1
        } else {
            while at < range.upperBound, base[at] != Byte.colon {
                if base[at] == percent {
                    guard at + 2 < range.upperBound, PercentCoding.hexValue(base[at + 1]) != nil,
                        PercentCoding.hexValue(base[at + 2]) != nil
                    else { return false }
                    at += 3
                } else if isRegisteredName(base[at]) {
                    at += 1
                } else {
                    return false
                }
            }
            guard at > range.lowerBound else { return false }
        }
        if at == range.upperBound { return !needsPort }
        guard base[at] == Byte.colon else { return false }
        at += 1
        if at == range.upperBound { return !needsPort }
        var port = 0
        while at < range.upperBound {
            let digit = base[at] &- 0x30
            guard digit < 10 else { return false }
            port = port * 10 + Int(digit)
            guard port <= 65535 else { return false }
            at += 1
        }
        return true
    }

    private static let percent = UInt8(ascii: "%")

    /// Unreserved characters and sub-delims.
    private static func isRegisteredName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x2E, 0x5F, 0x7E: true
        case 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
