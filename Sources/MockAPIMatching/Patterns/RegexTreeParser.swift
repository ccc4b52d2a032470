/// Reads a regular expression that compiles into its tree of repetitions.
///
/// Flags that change what letters mean, and operators between sets, are not understood; then there is no tree.
struct RegexTreeParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var depth = 0
    private var isUnderstood = true

    init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    /// The alternatives; `nil` where something is not understood.
    mutating func parse() -> [[RegexTree]]? {
        let alternatives = alternatives()
        return isUnderstood && index == scalars.count ? alternatives : nil
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func giveUp() {
        isUnderstood = false
        index = scalars.count
    }

    private mutating func alternatives() -> [[RegexTree]] {
        depth += 1
        defer { depth -= 1 }
        if depth > 100 { giveUp() }
        var alternatives: [[RegexTree]] = [[]]
        while let scalar = next, scalar != ")" {
            if take("|") {
                alternatives.append([])
                continue
            }
            let start = index
            guard let atom = atom() else { continue }
            alternatives[alternatives.count - 1].append(repetition(of: atom, start: start))
        }
        return alternatives
    }

    // MARK: Repetitions

    private mutating func repetition(of atom: RegexTree, start: Int) -> RegexTree {
        var tree = atom
        while let (minimum, isUnbounded) = quantifier() {
            // Letter by letter there is one way only for what is possessive.
            if take("+") {
                tree = .opaque(tree.letters, mayBeEmpty: minimum == 0 || tree.mayBeEmpty)
            } else {
                _ = take("?")
                tree = .repeated(tree, minimum: minimum, isUnbounded: isUnbounded, offset: start)
            }
        }
        return tree
    }

    private mutating func quantifier() -> (minimum: Int, isUnbounded: Bool)? {
        if take("*") { return (0, true) }
        if take("+") { return (1, true) }
        if take("?") { return (0, false) }
        guard next == "{", let close = scalars[index...].firstIndex(of: "}") else { return nil }
        let bounds = scalars[index + 1..<close].split(separator: ",", omittingEmptySubsequences: false)
            .map { String(String.UnicodeScalarView($0)) }
        guard let minimum = bounds.first.flatMap({ Int($0) }), bounds.count <= 2 else { return nil }
        index = close + 1
        return (minimum, bounds.count == 2 && bounds[1].isEmpty)
    }

    // MARK: Atoms

    /// What stands at the index; `nil` for what takes no letters and has no content.
    private mutating func atom() -> RegexTree? {
        guard let scalar = next else { return nil }
        index += 1
        switch scalar {
        case "(": return group()
        case "[": return .letters(set())
        case "\\": return escape()
        case ".": return .letters(.all)
        case "^", "$": return nil
        default: return .letters(RegexLetters(scalar))
        }
    }

    private mutating func group() -> RegexTree? {
        var isAtomic = false
        var isLook = false
        if take("?") {
            switch next {
            case ":": index += 1
            case ">":
                index += 1
                isAtomic = true
            case "=", "!":
                index += 1
                isLook = true
            case "#":
                while let scalar = next, scalar != ")" { index += scalar == ")" ? 0 : 1 }
                _ = take(")")
                return nil
            case "<":
                index += 1
                isLook = next == "=" || next == "!"
                while let scalar = next, !isLook, scalar != ">" { index += 1 }
                index += 1
            default:
                giveUp()
                return nil
            }
        }
        let content = alternatives()
        guard take(")") else {
            giveUp()
            return nil
        }
        if isLook { return .look(content) }
        let group = RegexTree.group(content)
        return isAtomic ? .opaque(group.letters, mayBeEmpty: group.mayBeEmpty) : group
    }

    private mutating func escape() -> RegexTree? {
        guard let scalar = next else {
            giveUp()
            return nil
        }
        index += 1
        switch scalar {
        case "b", "B", "A", "Z", "z", "G": return nil
        case "Q": return quotation()
        case "E": return nil
        case "k", "1"..."9":
            if scalar == "k" { skipName() }
            return .opaque(.all, mayBeEmpty: true)
        default:
            guard let letters = letters(escapedBy: scalar) else {
                giveUp()
                return nil
            }
            return .letters(letters)
        }
    }

    private mutating func quotation() -> RegexTree? {
        var letters: [RegexTree] = []
        while let scalar = next {
            index += 1
            if scalar == "\\", next == "E" {
                index += 1
                break
            }
            letters.append(.letters(RegexLetters(scalar)))
        }
        return letters.isEmpty ? nil : letters.count == 1 ? letters[0] : .group([letters])
    }

    private mutating func skipName() {
        while let scalar = next, scalar != ">" { index += scalar == ">" ? 0 : 1 }
        _ = take(">")
    }

    private static let digits = RegexLetters([0x30...0x39], .digits)
    private static let words = RegexLetters(
        [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], [.digits, .alphabetic])
    private static let blanks = RegexLetters([0x09...0x0D, 0x20...0x20], .blanks)
    private static let lineEnds = RegexLetters([0x0A...0x0D], .blanks)
    private static let horizontal = RegexLetters([0x09...0x09, 0x20...0x20], .blanks)

    /// The letters of an escape; `nil` where it is not understood.
    private mutating func letters(escapedBy scalar: Unicode.Scalar) -> RegexLetters? {
        switch scalar {
        case "d": return Self.digits
        case "D": return Self.digits.inverted
        case "w": return Self.words
        case "W": return Self.words.inverted
        case "s": return Self.blanks
        case "S": return Self.blanks.inverted
        case "h": return Self.horizontal
        case "v", "R": return Self.lineEnds
        case "H", "V", "X": return .all
        case "t": return RegexLetters([0x09...0x09])
        case "n": return RegexLetters([0x0A...0x0A])
        case "r": return RegexLetters([0x0D...0x0D])
        case "f": return RegexLetters([0x0C...0x0C])
        case "a": return RegexLetters([0x07...0x07])
        case "e": return RegexLetters([0x1B...0x1B])
        case "x" where next != "{": return hexadecimal(2)
        case "u": return hexadecimal(4)
        case "U": return hexadecimal(8)
        default:
            let isLetter = 0x41...0x5A ~= scalar.value || 0x61...0x7A ~= scalar.value || 0x30...0x39 ~= scalar.value
            return isLetter ? nil : RegexLetters(scalar)
        }
    }

    private mutating func hexadecimal(_ count: Int) -> RegexLetters? {
        guard index + count <= scalars.count,
            let value = UInt32(String(String.UnicodeScalarView(scalars[index..<index + count])), radix: 16)
        else { return nil }
        index += count
        return RegexLetters([value...value])
    }

    // MARK: Sets

    private mutating func set() -> RegexLetters {
        let isInverted = take("^")
        var letters = RegexLetters()
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            index += 1
            if scalar == "[" || scalar == "&" && next == "&" || scalar == "-" && next == "-" {
                giveUp()
                break
            }
            var low = RegexLetters(scalar)
            var start: UInt32? = scalar.value
            if scalar == "\\", let escaped = next {
                index += 1
                guard let set = self.letters(escapedBy: escaped) else {
                    giveUp()
                    break
                }
                low = set
                let isLetter = 0x41...0x5A ~= escaped.value || 0x61...0x7A ~= escaped.value
                start = isLetter ? nil : escaped.value
            }
            if let start, next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
                let end = scalars[index + 1]
                guard end != "\\", end != "[", end.value >= start else {
                    giveUp()
                    break
                }
                index += 2
                low.insert(start...end.value)
            }
            letters.formUnion(low)
        }
        if !take("]") { giveUp() }
        return isInverted ? letters.inverted : letters
    }
}
