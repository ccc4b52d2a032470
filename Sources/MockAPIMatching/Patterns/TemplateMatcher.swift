/// Matches the tokens of a path template with bytes, in time that grows with their product at most.
struct TemplateMatcher {
    private let tokens: [PathTemplate.Token]
    private let bytes: UnsafeBufferPointer<UInt8>

    init(tokens: [PathTemplate.Token], bytes: UnsafeBufferPointer<UInt8>) {
        self.tokens = tokens
        self.bytes = bytes
    }

    /// Where the parameters stand; `nil` where the bytes do not match.
    func run() -> [Range<Int>]? {
        let hasOneWay = tokens.indices.allSatisfy { index in
            switch tokens[index] {
            case .literal: true
            case .parameter: endsSegment(index)
            case .wildcard: false
            }
        }
        return hasOneWay ? scan() : search()
    }

    /// Whether a parameter has to take the rest of its segment.
    private func endsSegment(_ parameter: Int) -> Bool {
        guard parameter + 1 < tokens.count else { return true }
        if case .literal(let next) = tokens[parameter + 1] { return next.first == UInt8(ascii: "/") }
        return false
    }

    private func scan() -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        var place = 0
        for token in tokens {
            if case .literal(let literal) = token {
                guard starts(with: literal, at: place) else { return nil }
                place += literal.count
            } else {
                let end = endOfSegment(place)
                guard end > place else { return nil }
                ranges.append(place..<end)
                place = end
            }
        }
        return place == bytes.count ? ranges : nil
    }

    /// Works out from the end which places each token can begin at, then goes through the tokens once: a parameter takes
    /// as much as it can, a wildcard as little.
    private func search() -> [Range<Int>]? {
        let width = bytes.count + 1
        var canBegin = [Bool](repeating: false, count: (tokens.count + 1) * width)
        canBegin[tokens.count * width + bytes.count] = true
        for token in tokens.indices.reversed() {
            let row = token * width
            let next = row + width
            switch tokens[token] {
            case .literal(let literal):
                for place in 0...bytes.count where starts(with: literal, at: place) {
                    canBegin[row + place] = canBegin[next + place + literal.count]
                }
            case .parameter:
                var hasEnd = false
                for place in (0..<bytes.count).reversed() {
                    let isSlash = bytes[place] == UInt8(ascii: "/")
                    hasEnd = !isSlash && (hasEnd || canBegin[next + place + 1])
                    canBegin[row + place] = hasEnd
                }
            case .wildcard:
                var hasEnd = false
                for place in (0...bytes.count).reversed() {
                    hasEnd = hasEnd || canBegin[next + place]
                    canBegin[row + place] = hasEnd
                }
            }
        }
        guard canBegin[0] else { return nil }
        var ranges: [Range<Int>] = []
        var place = 0
        for token in tokens.indices {
            let next = (token + 1) * width
            switch tokens[token] {
            case .literal(let literal): place += literal.count
            case .parameter:
                var end = endOfSegment(place)
                while end > place + 1, !canBegin[next + end] { end -= 1 }
                ranges.append(place..<end)
                place = end
            case .wildcard:
                while place < bytes.count, !canBegin[next + place] { place += 1 }
            }
        }
        return ranges
    }

    private func endOfSegment(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") { end += 1 }
        return end
    }

    private func starts(with literal: [UInt8], at start: Int) -> Bool {
        guard bytes.count - start >= literal.count else { return false }
        for offset in 0..<literal.count where bytes[start + offset] != literal[offset] { return false }
        return true
    }
}
