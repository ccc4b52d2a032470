import MockAPICore

/// Identities for stubs that bring none.
enum StubID {
    /// The identity of the stub at a position of a file: the same on every machine, whatever other files there are, so
    /// that state, counters and reports survive a reload.
    ///
    /// `file` is the path from the root. The text is a UUID of version 8 (RFC 9562, section 5.8).
    static func stable(file: String, position: Int) -> String {
        let name = Array("\(file)\u{0}\(position)".utf8)
        return text(hash(name, seed: 0xCBF2_9CE4_8422_2325), hash(name, seed: 0x9AE1_6A3B_2F90_404F), version: 8)
    }

    /// A new identity, by chance (UUID of version 4; RFC 9562, section 5.4).
    ///
    /// The system is asked for chance once: to ask for each of 100,000 stubs would take longer than to make them.
    static func random() -> String {
        let (high, low) = source.withLock { ($0.next(), $0.next()) }
        return text(high, low, version: 4)
    }

    private static let source = Locked(SeededRandom(seed: UInt64.random(in: 0...UInt64.max)))

    /// FNV-1a, its bits mixed once more so that near texts lie far apart.
    private static func hash(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        var hash = seed
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    private static func text(_ high: UInt64, _ low: UInt64, version: UInt64) -> String {
        let high = high & 0xFFFF_FFFF_FFFF_0FFF | version << 12
        let low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            for place in 0..<32 {
                let word = place < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64((15 - place & 15) * 4)) & 15
                text[place + hyphens(before: place)] = digit < 10 ? 0x30 + digit : 0x57 + digit
            }
            for place in [8, 13, 18, 23] { text[place] = UInt8(ascii: "-") }
            return 36
        }
    }

    /// How many hyphens stand before a digit of a UUID.
    private static func hyphens(before digit: Int) -> Int {
        digit < 8 ? 0 : digit < 20 ? digit / 4 - 1 : 4
    }
}
