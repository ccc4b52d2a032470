/// Why a text is no path.
public struct JSONPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one line without a full stop.
    public var message: String
    /// The place in the text, counted from 0 in Unicode scalars.
    public var offset: Int

    /// Makes an error.
    public init(offset: Int, _ message: String) {
        self.offset = offset
        self.message = message
    }

    /// The message and the place.
    public var description: String { "\(message) at character \(offset + 1)" }
}

extension JSONPath {
    /// Reads `$`, followed by any number of `.name`, `['name']`, `["name"]`, `[0]` and `[-1]`.
    ///
    /// Names that have other characters than letters, digits and `_`, or begin with a digit, stand in brackets.
    public init(parsing text: String) throws(JSONPathError) {
        var parser = Parser(scalars: Array(text.unicodeScalars))
        self.init(try parser.path())
    }

    private struct Parser {
        let scalars: [Unicode.Scalar]
        var index = 0

        init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

        private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

        private func error(_ message: String) -> JSONPathError { JSONPathError(offset: index, message) }

        mutating func path() throws(JSONPathError) -> [Component] {
            guard next == "$" else { throw error("a path begins with $") }
            index += 1
            var components: [Component] = []
            while let scalar = next {
                switch scalar {
                case ".": components.append(.key(try name()))
                case "[": components.append(try bracket())
                default: throw error("expected . or [ in a path")
                }
            }
            return components
        }

        private mutating func name() throws(JSONPathError) -> String {
            index += 1
            let start = index
            if let first = next, JSONPath.isDigit(first) { throw error("write [0] for an index, ['0'] for a key") }
            while let scalar = next, JSONPath.isNameScalar(scalar) { index += 1 }
            if index == start {
                throw error(
                    next == "." || next == "*" ? "a path leads to one value: no .. and no *" : "expected a name")
            }
            if let scalar = next, scalar != ".", scalar != "[" {
                throw error("a name with \"\(Character(scalar))\" stands in brackets: ['name']")
            }
            return scalars[start..<index].reduce(into: "") { $0.unicodeScalars.append($1) }
        }

        private mutating func bracket() throws(JSONPathError) -> Component {
            index += 1
            let component: Component
            switch next {
            case "'"?, "\""?: component = .key(try quoted())
            case "*"?, "?"?, ":"?: throw error("a path leads to one value: only ['name'] and [0] are known")
            default: component = .index(try number())
            }
            guard next == "]" else { throw error("expected ]") }
            index += 1
            return component
        }

        private mutating func number() throws(JSONPathError) -> Int {
            let start = index
            if next == "-" { index += 1 }
            var digits = 0
            while let scalar = next, JSONPath.isDigit(scalar) {
                index += 1
                digits += 1
            }
            let text = scalars[start..<index].reduce(into: "") { $0.unicodeScalars.append($1) }
            guard digits > 0 else { throw error("expected an index, or a name in quotes") }
            let isPlain = text == "0" || text.drop { $0 == "-" }.first != "0"
            guard isPlain, let number = Int(text) else {
                index = start
                throw error("\(text) is no index")
            }
            return number
        }

        private mutating func quoted() throws(JSONPathError) -> String {
            let quote = next
            let start = index
            index += 1
            var name = ""
            while let scalar = next {
                index += 1
                if scalar == quote { return name }
                name.unicodeScalars.append(scalar == "\\" ? try escape() : scalar)
            }
            index = start
            throw error("a name without its closing quote")
        }

        private mutating func escape() throws(JSONPathError) -> Unicode.Scalar {
            guard let scalar = next else { throw error("an escape without a character") }
            index += 1
            switch scalar {
            case "b": return "\u{8}"
            case "t": return "\t"
            case "n": return "\n"
            case "f": return "\u{C}"
            case "r": return "\r"
            case "'", "\"", "\\", "/": return scalar
            case "u":
                var unit = try codeUnit()
                if 0xD800...0xDBFF ~= unit, next == "\\", index + 1 < scalars.count, scalars[index + 1] == "u" {
                    index += 2
                    let low = try codeUnit()
                    guard 0xDC00...0xDFFF ~= low else { throw error("half a surrogate pair") }
                    unit = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
                }
                guard let scalar = Unicode.Scalar(unit) else { throw error("half a surrogate pair") }
                return scalar
            default:
                index -= 1
                throw error("unknown escape \\\(Character(scalar))")
            }
        }

        private mutating func codeUnit() throws(JSONPathError) -> UInt32 {
            var unit: UInt32 = 0
            for _ in 0..<4 {
                guard let scalar = next, scalar.isASCII,
                    let digit = PercentCoding.hexValue(UInt8(truncatingIfNeeded: scalar.value))
                else { throw error("\\u without four hexadecimal digits") }
                unit = unit << 4 | UInt32(digit)
                index += 1
            }
            return unit
        }
    }
}
