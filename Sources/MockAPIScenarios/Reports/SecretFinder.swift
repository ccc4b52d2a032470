import Foundation
import MockAPICore

/// Finds secrets in text, however each of their characters is written there.
///
/// A character may stand as it is, percent-encoded once or twice (RFC 3986, section 2.1) whatever the letter case, a blank as
/// `+`, as a reference of HTML or XML, as an escape of JSON within however many strings, or as a shell's word has it. A
/// secret is found as Base64 (RFC 4648, sections 4 and 5), too, wherever it begins in what was encoded.
struct SecretFinder: Sendable {
    /// How many bytes a secret must have for its Base64 to be told from other text.
    private static let leastEncoded = 5
    /// How many characters of a secret before `…` are taken for one that was cut.
    private static let leastCut = 4

    private let patterns: [[Unicode.Scalar]]
    private let mask: [UInt8]
    /// The patterns that begin with a byte.
    private let starts: [[Int]]
    /// Whether a secret may begin with a byte, in one form or another.
    private let begins: [Bool]

    /// Makes a finder of texts that are not empty; `mask` stands for each.
    init(_ secrets: [String], mask: String) {
        var seen: Set<[Unicode.Scalar]> = []
        let all = secrets.flatMap { [$0] + Self.base64($0) }
        patterns = all.map { Array($0.unicodeScalars) }.filter { !$0.isEmpty && seen.insert($0).inserted }
        self.mask = Array(mask.utf8)
        var starts = [[Int]](repeating: [], count: 256)
        for (index, pattern) in patterns.enumerated() {
            starts[Int(UTF8.encode(pattern[0])?.first ?? 0)].append(index)
        }
        self.starts = starts
        var begins = starts.map { !$0.isEmpty }
        if begins[0x20] { begins[0x2B] = true }
        if !patterns.isEmpty { for byte in "%&\\".utf8 { begins[Int(byte)] = true } }
        self.begins = begins
    }

    /// The text with the mask in the place of each secret.
    func redacted(_ text: String) -> String {
        if patterns.isEmpty { return text }
        return redacted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// The bytes with the mask in the place of each secret; `nil` where there is none.
    func redacted(_ bytes: [UInt8]) -> [UInt8]? {
        let found = ranges(bytes)
        if found.isEmpty { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        for range in found {
            output += bytes[index..<range.lowerBound]
            output += mask
            index = range.upperBound
        }
        return output + bytes[index...]
    }

    /// Where secrets stand; those that overlap are one.
    ///
    /// The time grows with the length of the text, and with that of the secrets where the text is much like them.
    private func ranges(_ bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { text in
            var reader = EscapedReader(text)
            var index = 0
            while index < text.count {
                if text[index] == mask[0], text[index...].starts(with: mask) {
                    index += mask.count
                    continue
                }
                if begins[Int(text[index])], let end = end(&reader, at: index) {
                    if let last = found.last, last.upperBound > index {
                        found[found.count - 1] = last.lowerBound..<max(last.upperBound, end)
                    } else {
                        found.append(index..<end)
                    }
                }
                index += 1
            }
        }
        return found
    }

    /// Where the longest secret ends that begins at a place; `nil` where none does.
    private func end(_ reader: inout EscapedReader, at index: Int) -> Int? {
        let byte = reader.text[index]
        var end = longest(starts[Int(byte)], &reader, at: index)
        switch byte {
        case UInt8(ascii: "+"): end = max(end, longest(starts[0x20], &reader, at: index))
        case UInt8(ascii: "%"):
            guard let value = reader.percent(index) else { break }
            end = max(end, longest(starts[Int(value)], &reader, at: index))
            if value == 0x25, let inner = reader.hex(index + 3) {
                end = max(end, longest(starts[Int(inner)], &reader, at: index))
            }
        case UInt8(ascii: "&"), UInt8(ascii: "\\"):
            if reader.mayBeEscape(index) { end = max(end, longest(Array(patterns.indices), &reader, at: index)) }
        default: break
        }
        return end > index ? end : nil
    }

    /// Where the longest of some patterns ends that begins at a place; 0 where none does.
    private func longest(_ candidates: [Int], _ reader: inout EscapedReader, at index: Int) -> Int {
        var end = 0
        for candidate in candidates { end = max(end, reader.end(of: patterns[candidate], at: index) ?? 0) }
        return end
    }

    /// What of the Base64 of a longer text is of this one alone, for each of the three places where it may begin.
    private static func base64(_ secret: String) -> [String] {
        let bytes = Array(secret.utf8)
        if bytes.count < leastEncoded { return [] }
        return (0..<3).flatMap { offset -> [String] in
            let encoded = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
            let whole = encoded.prefix((offset + bytes.count) * 8 / 6).dropFirst((offset * 8 + 5) / 6)
            let text = String(whole)
            return [text, text.replacing("+", with: "-").replacing("/", with: "_")]
        }
    }

    /// Follows texts through their encoded forms.
    private struct EscapedReader {
        /// How many backslashes are counted anew each time at most.
        private static let shortRun = 16

        let text: UnsafeBufferPointer<UInt8>
        private var places: [Int] = []
        private var next: [Int] = []
        /// Where more backslashes than a few follow one another, in order.
        private let longRuns: [Range<Int>]

        init(_ text: UnsafeBufferPointer<UInt8>) {
            self.text = text
            var runs: [Range<Int>] = []
            var count = 0
            for index in text.indices {
                if text[index] == UInt8(ascii: "\\") {
                    count += 1
                } else if count > 0 {
                    if count > Self.shortRun { runs.append(index - count..<index) }
                    count = 0
                }
            }
            if count > Self.shortRun { runs.append(text.count - count..<text.count) }
            longRuns = runs
        }

        /// Whether a character may be written as an escape that begins with the `&` or the backslash at a place.
        func mayBeEscape(_ place: Int) -> Bool {
            if text[place] == UInt8(ascii: "&") { return text[place...].prefix(12).contains(UInt8(ascii: ";")) }
            let end = backslashesEnd(place)
            return end < text.count && "\"/bfnrtu".utf8.contains(text[end])
        }

        /// Where the backslashes end that begin at a place, which may be none; many are not counted twice.
        private func backslashesEnd(_ place: Int) -> Int {
            var index = place
            while index < text.count, text[index] == UInt8(ascii: "\\") {
                index += 1
                if index - place > Self.shortRun { return longRunEnd(place) }
            }
            return index
        }

        private func longRunEnd(_ place: Int) -> Int {
            var low = 0
            var high = longRuns.count
            while low < high {
                let middle = (low + high) / 2
                if longRuns[middle].upperBound <= place { low = middle + 1 } else { high = middle }
            }
            return longRuns[low].upperBound
        }

        /// Where a text ends that begins at a place, or where it is cut; `nil` where it does not stand there.
        mutating func end(of pattern: [Unicode.Scalar], at start: Int) -> Int? {
            places.removeAll(keepingCapacity: true)
            places.append(start)
            for (count, scalar) in pattern.enumerated() {
                next.removeAll(keepingCapacity: true)
                for place in places { advance(scalar, place) }
                if next.isEmpty {
                    guard count >= SecretFinder.leastCut else { return nil }
                    return places.first { text[$0...].starts(with: "…".utf8) }
                }
                swap(&places, &next)
            }
            return places.max()
        }

        /// Adds the places behind one character, in each of the ways in which it may stand at a place.
        private mutating func advance(_ scalar: Unicode.Scalar, _ place: Int) {
            guard place < text.count else { return }
            if let end = plainEnd(scalar, place) { add(end) }
            switch text[place] {
            case UInt8(ascii: "+") where scalar == " ": add(place + 1)
            case UInt8(ascii: "%"):
                guard scalar.isASCII else { break }
                if percent(place) == UInt8(scalar.value) { add(place + 3) }
                if percent(place) == 0x25, hex(place + 3) == UInt8(scalar.value) { add(place + 5) }
            case UInt8(ascii: "&"): if let end = referenceEnd(scalar, place) { add(end) }
            case UInt8(ascii: "\\"): escapes(scalar, place)
            case UInt8(ascii: "'") where scalar == "'" && text[place...].starts(with: #"'\''"#.utf8): add(place + 4)
            default: break
            }
        }

        private mutating func add(_ place: Int) { if !next.contains(place) { next.append(place) } }

        /// Behind the bytes of a character; of one beyond ASCII, some may be percent-encoded.
        private func plainEnd(_ scalar: Unicode.Scalar, _ place: Int) -> Int? {
            if scalar.isASCII { return text[place] == UInt8(scalar.value) ? place + 1 : nil }
            var index = place
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                guard index < text.count else { return nil }
                if text[index] == byte {
                    index += 1
                } else if percent(index) == byte {
                    index += 3
                } else if percent(index) == 0x25, hex(index + 3) == byte {
                    index += 5
                } else {
                    return nil
                }
            }
            return index
        }

        func percent(_ place: Int) -> UInt8? {
            place < text.count && text[place] == UInt8(ascii: "%") ? hex(place + 1) : nil
        }

        func hex(_ place: Int) -> UInt8? {
            guard place + 1 < text.count, let high = PercentCoding.hexValue(text[place]),
                let low = PercentCoding.hexValue(text[place + 1])
            else { return nil }
            return high << 4 | low
        }

        private func referenceEnd(_ scalar: Unicode.Scalar, _ place: Int) -> Int? {
            guard let end = text[place...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let name = String(decoding: text[(place + 1)..<end], as: UTF8.self)
            let value: UInt32? =
                switch name {
                case "amp": 0x26
                case "lt": 0x3C
                case "gt": 0x3E
                case "quot": 0x22
                case "apos": 0x27
                case "nbsp": 0xA0
                case _ where name.hasPrefix("#x") || name.hasPrefix("#X"): UInt32(name.dropFirst(2), radix: 16)
                case _ where name.hasPrefix("#"): UInt32(name.dropFirst())
                default: nil
                }
            return value == scalar.value ? end + 1 : nil
        }

        /// Escapes of JSON, behind as many backslashes as strings within strings have.
        private mutating func escapes(_ scalar: Unicode.Scalar, _ place: Int) {
            let index = backslashesEnd(place)
            if scalar == "\\" { for count in [2, 4, 8] where index - place >= count { add(place + count) } }
            guard index < text.count else { return }
            let letter: Unicode.Scalar? =
                switch text[index] {
                case UInt8(ascii: "\""): "\""
                case UInt8(ascii: "/"): "/"
                case UInt8(ascii: "b"): "\u{8}"
                case UInt8(ascii: "f"): "\u{C}"
                case UInt8(ascii: "n"): "\n"
                case UInt8(ascii: "r"): "\r"
                case UInt8(ascii: "t"): "\t"
                default: nil
                }
            if letter == scalar { add(index + 1) }
            var end = index
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                if end > index { end = backslashesEnd(end) }
                guard end < text.count, text[end] == UInt8(ascii: "u"), let high = hex(end + 1), let low = hex(end + 3),
                    UInt16(high) << 8 | UInt16(low) == unit
                else { return }
                end += 5
            }
            add(end)
        }
    }
}
