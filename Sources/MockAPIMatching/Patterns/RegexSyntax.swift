/// Finds the place of a mistake, since `NSRegularExpression` only says that there is one.
enum RegexSyntax {
    static func error(in pattern: String) -> RegexError {
        var scanner = RegexScanner(pattern)
        let problem = scanner.firstProblem()
        return RegexError(
            pattern: pattern, offset: problem?.offset, message: problem?.message ?? "the syntax is not that of ICU",
            hint: problem?.hint)
    }
}

private struct RegexScanner {
    struct Problem {
        var offset: Int
        var message: String
        var hint: String?
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var groups: [Int] = []
    private var canRepeat = false

    init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    mutating func firstProblem() -> Problem? {
        while index < scalars.count {
            if let problem = step() { return problem }
        }
        return groups.last.map {
            Problem(offset: $0, message: "this parenthesis is not closed", hint: "write \\( for the character itself")
        }
    }

    private mutating func step() -> Problem? {
        let start = index
        let scalar = scalars[index]
        index += 1
        switch scalar {
        case "\\": return escape(start)
        case "[": return set(start)
        case "(":
            groups.append(start)
            skipGroupHead()
            canRepeat = false
        case ")":
            guard groups.popLast() != nil else {
                return Problem(
                    offset: start, message: "no parenthesis is open here", hint: "write \\) for the character itself")
            }
            canRepeat = true
        case "|": canRepeat = false
        case "*", "+", "?":
            guard canRepeat else {
                return Problem(
                    offset: start, message: "there is nothing to repeat before \"\(scalar)\"",
                    hint: "write \\\(scalar) for the character itself, or .\(scalar) for any text")
            }
            skipRepeatMode()
        case "{":
            guard canRepeat, skipInterval() else {
                return Problem(
                    offset: start, message: "this is no repetition such as {2} or {1,3}",
                    hint: "write \\{ for the character itself; for {name} in a path use urlPathTemplate")
            }
            skipRepeatMode()
        default: canRepeat = true
        }
        return nil
    }

    private mutating func escape(_ start: Int) -> Problem? {
        guard index < scalars.count else {
            return Problem(
                offset: start, message: "nothing follows the backslash", hint: "write \\\\ for the character itself")
        }
        let scalar = scalars[index]
        index += 1
        canRepeat = true
        if scalar == "Q" {
            while index < scalars.count {
                if scalars[index] == "\\", index + 1 < scalars.count, scalars[index + 1] == "E" {
                    index += 2
                    break
                }
                index += 1
            }
        } else if "pPxuUNk".unicodeScalars.contains(scalar), index < scalars.count,
            "{<".unicodeScalars.contains(scalars[index])
        {
            let close: Unicode.Scalar = scalars[index] == "{" ? "}" : ">"
            while index < scalars.count, scalars[index] != close { index += 1 }
            guard index < scalars.count else {
                return Problem(offset: start, message: "this escape is not closed by \"\(close)\"", hint: nil)
            }
            index += 1
        }
        return nil
    }

    private mutating func set(_ start: Int) -> Problem? {
        var depth = 1
        if index < scalars.count, scalars[index] == "^" { index += 1 }
        if index < scalars.count, scalars[index] == "]" { index += 1 }
        while index < scalars.count, depth > 0 {
            switch scalars[index] {
            case "\\": index += 1
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
            index += 1
        }
        canRepeat = true
        guard depth == 0, index <= scalars.count else {
            return Problem(
                offset: start, message: "this set is not closed by \"]\"", hint: "write \\[ for the character itself")
        }
        return nil
    }

    private mutating func skipGroupHead() {
        guard index < scalars.count, scalars[index] == "?" else { return }
        index += 1
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == ")" { return }
            index += 1
            if ":=!>".unicodeScalars.contains(scalar) { return }
        }
    }

    private mutating func skipRepeatMode() {
        if index < scalars.count, scalars[index] == "?" || scalars[index] == "+" { index += 1 }
        canRepeat = false
    }

    private mutating func skipInterval() -> Bool {
        let digits = { (scalar: Unicode.Scalar) in (0x30...0x39).contains(scalar.value) }
        var end = index
        while end < scalars.count, digits(scalars[end]) { end += 1 }
        guard end > index else { return false }
        if end < scalars.count, scalars[end] == "," {
            end += 1
            while end < scalars.count, digits(scalars[end]) { end += 1 }
        }
        guard end < scalars.count, scalars[end] == "}" else { return false }
        index = end + 1
        return true
    }
}
