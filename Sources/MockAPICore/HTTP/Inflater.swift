/// Undoes deflate (RFC 1951).
struct Inflater {
    /// What came of it, after what was there before; copies reach back into it.
    var output: [UInt8] = []

    private let bytes: [UInt8]
    private let limit: Int
    private var index: Int
    private var bits: UInt32 = 0
    private var bitCount = 0

    init(_ bytes: [UInt8], from start: Int, limit: Int) {
        self.bytes = bytes
        self.limit = limit
        index = start
    }

    /// The index after the last byte that was used.
    var end: Int { index - bitCount / 8 }

    /// Undoes all blocks.
    mutating func run() throws(ContentDecoding.Problem) {
        let start = output.count
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try stored()
            case 1: try block(Self.fixedLiterals, Self.fixedDistances, start)
            case 2:
                let (literals, distances) = try dynamicCodes()
                try block(literals, distances, start)
            default: throw ContentDecoding.Problem(message: "the deflate data has a block of an unknown kind")
            }
        }
    }

    /// A Huffman code: how many codes there are of each length, and the symbols in the order of their codes.
    struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            for length in 1..<16 where counts[length] > 0 {
                symbols += lengths.indices.filter { lengths[$0] == length }
            }
        }

        /// Whether no code is the beginning of another; a code with gaps is only good with one symbol or none.
        var isValid: Bool {
            var left = 1
            for length in 1..<16 {
                left = left << 1 - counts[length]
                if left < 0 { return false }
            }
            return left == 0 || symbols.count <= 1
        }
    }

    private static let fixedLiterals = Code(
        lengths: Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
            + Array(repeating: 8, count: 8))
    private static let fixedDistances = Code(lengths: Array(repeating: 5, count: 30))
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12289, 16385, 24577,
    ]
    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func take(_ count: Int) throws(ContentDecoding.Problem) -> Int {
        while bitCount < count {
            guard index < bytes.count else {
                throw ContentDecoding.Problem(message: "the deflate data ends too early", isTruncated: true)
            }
            bits |= UInt32(bytes[index]) << UInt32(bitCount)
            index += 1
            bitCount += 8
        }
        let value = Int(bits & (1 << UInt32(count) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func symbol(_ code: Code) throws(ContentDecoding.Problem) -> Int {
        var value = 0
        var first = 0
        var place = 0
        for length in 1..<16 {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[place + value - first] }
            place += count
            first = (first + count) << 1
            value <<= 1
        }
        throw ContentDecoding.Problem(message: "the deflate data has an unknown code")
    }

    private mutating func stored() throws(ContentDecoding.Problem) {
        index -= bitCount / 8
        bits = 0
        bitCount = 0
        let length = try take(16)
        guard try take(16) == ~length & 0xFFFF else {
            throw ContentDecoding.Problem(message: "the deflate data has a stored block of two lengths")
        }
        guard index + length <= bytes.count else {
            throw ContentDecoding.Problem(message: "the deflate data ends too early", isTruncated: true)
        }
        output += bytes[index..<index + length]
        index += length
        try checkLimit()
    }

    private mutating func dynamicCodes() throws(ContentDecoding.Problem) -> (Code, Code) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let lengthCount = try take(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for place in Self.codeOrder.prefix(lengthCount) { lengths[place] = try take(3) }
        let code = Code(lengths: lengths)
        guard code.isValid, literalCount <= 286 else { throw badCodes }
        lengths = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try symbol(code)
            switch symbol {
            case 0..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last else { throw badCodes }
                lengths += Array(repeating: last, count: 3 + (try take(2)))
            case 17: lengths += Array(repeating: 0, count: 3 + (try take(3)))
            default: lengths += Array(repeating: 0, count: 11 + (try take(7)))
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw badCodes }
        let literals = Code(lengths: Array(lengths[..<literalCount]))
        let distances = Code(lengths: Array(lengths[literalCount...]))
        guard literals.isValid, distances.isValid else { throw badCodes }
        return (literals, distances)
    }

    private var badCodes: ContentDecoding.Problem {
        ContentDecoding.Problem(message: "the deflate data has a bad table of codes")
    }

    private mutating func block(_ literals: Code, _ distances: Code, _ start: Int) throws(ContentDecoding.Problem) {
        while true {
            let symbol = try symbol(literals)
            if symbol == 256 { return }
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else {
                guard symbol - 257 < Self.lengthBases.count else { throw badCodes }
                let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
                let distanceSymbol = try self.symbol(distances)
                guard distanceSymbol < Self.distanceBases.count else { throw badCodes }
                let distance =
                    Self.distanceBases[distanceSymbol] + (try take(max(0, distanceSymbol / 2 - 1)))
                guard distance <= output.count - start else {
                    throw ContentDecoding.Problem(message: "the deflate data reaches back before its start")
                }
                for _ in 0..<length { output.append(output[output.count - distance]) }
            }
            try checkLimit()
        }
    }

    private func checkLimit() throws(ContentDecoding.Problem) {
        guard output.count <= limit else {
            throw ContentDecoding.Problem(message: "the content is larger than the limit of \(limit) bytes")
        }
    }
}
