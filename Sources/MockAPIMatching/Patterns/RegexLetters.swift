/// A set of letters: each of ASCII apart, all others by their kind.
struct RegexLetters: Hashable {
    /// Kinds of letters that are not ASCII.
    struct Kinds: OptionSet, Hashable {
        var rawValue: UInt8

        static let alphabetic = Kinds(rawValue: 1)
        static let digits = Kinds(rawValue: 2)
        static let blanks = Kinds(rawValue: 4)
        static let rest = Kinds(rawValue: 8)
        static let all: Kinds = [.alphabetic, .digits, .blanks, .rest]

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(of scalar: Unicode.Scalar) {
            let properties = scalar.properties
            self =
                properties.isWhitespace
                ? .blanks : properties.numericType != nil ? .digits : properties.isAlphabetic ? .alphabetic : .rest
        }
    }

    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// The kinds of which some are in the set.
    private var some: Kinds = []
    /// The kinds of which all are in the set.
    private var whole: Kinds = []

    static let all = RegexLetters().inverted

    init() {}

    init(_ scalar: Unicode.Scalar) { insert(scalar.value...scalar.value) }

    init(_ ranges: [ClosedRange<UInt32>], _ kinds: Kinds = []) {
        for range in ranges { insert(range) }
        some = kinds
        whole = kinds
    }

    var isEmpty: Bool { low == 0 && high == 0 && some.isEmpty }

    /// The letters that are not in the set; of a kind that is in it in part, some.
    var inverted: RegexLetters {
        var inverted = RegexLetters()
        inverted.low = ~low
        inverted.high = ~high
        inverted.some = Kinds.all.subtracting(whole)
        inverted.whole = Kinds.all.subtracting(some)
        return inverted
    }

    func overlaps(_ other: RegexLetters) -> Bool {
        low & other.low != 0 || high & other.high != 0 || !some.isDisjoint(with: other.some)
    }

    mutating func formUnion(_ other: RegexLetters) {
        low |= other.low
        high |= other.high
        some.formUnion(other.some)
        whole.formUnion(other.whole)
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        if range.upperBound > 127 {
            let isOne = range.lowerBound == range.upperBound
            some.formUnion(isOne ? Unicode.Scalar(range.lowerBound).map { Kinds(of: $0) } ?? .rest : .all)
        }
        guard range.lowerBound <= 127 else { return }
        for value in range.lowerBound...min(range.upperBound, 127) {
            if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
        }
    }
}
