/// Takes `multipart/form-data` apart (RFC 7578, RFC 2046 section 5.1.1).
public enum MultipartParser {
    /// What a body may have.
    public struct Limits: Sendable, Hashable {
        /// The number of parts.
        public var parts: Int
        /// The bytes of one part's header lines.
        public var headerBytes: Int

        /// Makes limits.
        public init(parts: Int = 1000, headerBytes: Int = 16 * 1024) {
            self.parts = parts
            self.headerBytes = headerBytes
        }
    }

    /// What is wrong with a body.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The number of the part, counted from 1; 0 before the first.
        public var part: Int
        /// What is wrong, in one line without a full stop.
        public var message: String

        /// The text shown to people.
        public var description: String { part == 0 ? message : "part \(part): \(message)" }
    }

    /// Takes a body apart whose type names the boundary.
    ///
    /// - Throws: `Problem` for another type, too, or a type without a boundary.
    public static func parse(_ body: [UInt8], contentType: String, limits: Limits = Limits()) throws(Problem)
        -> [MultipartPart]
    {
        guard let type = MediaType(contentType), type.essence == "multipart/form-data" else {
            throw Problem(part: 0, message: "the content type is not multipart/form-data")
        }
        guard let boundary = type.boundary else {
            throw Problem(part: 0, message: "the content type names no boundary")
        }
        return try parse(body, boundary: boundary, limits: limits)
    }

    /// Takes a body apart.
    ///
    /// What stands before the first boundary and after the last is ignored. `%22`, `%0D` and `%0A` in names mean `"`, CR
    /// and LF, as the WHATWG HTML standard writes them, so that a name with a literal `%22` cannot be told from one with
    /// a quote.
    public static func parse(_ body: [UInt8], boundary: String, limits: Limits = Limits()) throws(Problem)
        -> [MultipartPart]
    {
        guard isBoundary(boundary) else { throw Problem(part: 0, message: "\"\(boundary)\" is no boundary") }
        let mark = Array("--\(boundary)".utf8)
        var parts: [MultipartPart] = []
        guard var delimiter = nextDelimiter(in: body, from: 0, mark: mark) else {
            throw Problem(part: 0, message: "the boundary does not occur")
        }
        while !delimiter.isLast {
            let number = parts.count + 1
            guard parts.count < limits.parts else {
                throw Problem(part: number, message: "more than \(limits.parts) parts")
            }
            let start = delimiter.end
            guard let next = nextDelimiter(in: body, from: start - 2, mark: mark) else {
                throw Problem(part: number, message: "the closing boundary is missing")
            }
            parts.append(try part(body, start..<max(start, next.start), number: number, limits: limits))
            delimiter = next
        }
        return parts
    }

    /// Whether a text can be a boundary: 1 to 70 of the characters that RFC 2046 allows, no blank at the end.
    public static func isBoundary(_ text: String) -> Bool {
        1...70 ~= text.utf8.count && text.utf8.last != 0x20
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "'()+_,-./:=? ".utf8.contains(byte)
                }
            }
    }

    /// A line that begins with the boundary.
    private struct Delimiter {
        /// Where the content before it ends: at the line break, which belongs to the delimiter.
        var start: Int
        /// Where the next part begins.
        var end: Int
        var isLast: Bool
    }

    private static func nextDelimiter(in body: [UInt8], from position: Int, mark: [UInt8]) -> Delimiter? {
        var index = position
        while index < body.count {
            let isStart = index == 0 && body.starts(with: mark)
            if isStart {
                if let found = delimiter(in: body, start: 0, after: mark.count) { return found }
            } else if body[index] == 0x0D, index + 1 < body.count, body[index + 1] == 0x0A,
                body[(index + 2)...].starts(with: mark),
                let found = delimiter(in: body, start: index, after: index + 2 + mark.count)
            {
                return found
            }
            index += 1
        }
        return nil
    }

    /// Reads what follows the boundary on its line; `nil` where that is more than a delimiter has.
    private static func delimiter(in body: [UInt8], start: Int, after position: Int) -> Delimiter? {
        var index = position
        let isLast = body[index...].starts(with: [0x2D, 0x2D])
        if isLast { index += 2 }
        while index < body.count, body[index] == 0x20 || body[index] == 0x09 { index += 1 }
        if body[index...].starts(with: [0x0D, 0x0A]) { return Delimiter(start: start, end: index + 2, isLast: isLast) }
        return isLast && index == body.count ? Delimiter(start: start, end: index, isLast: true) : nil
    }

    private static func part(_ body: [UInt8], _ range: Range<Int>, number: Int, limits: Limits) throws(Problem)
        -> MultipartPart
    {
        var headers = HTTPFields()
        var index = range.lowerBound
        while true {
            guard let end = lineEnd(in: body, from: index, upTo: range.upperBound) else {
                throw Problem(part: number, message: "the header lines do not end")
            }
            guard end - range.lowerBound <= limits.headerBytes else {
                throw Problem(part: number, message: "more than \(limits.headerBytes) bytes of header lines")
            }
            let line = body[index..<end]
            index = end + 2
            if line.isEmpty { break }
            headers.append(try field(line, number: number))
        }
        let dispositions = headers[values: "Content-Disposition"]
        guard dispositions.count == 1 else {
            throw Problem(part: number, message: "there must be one Content-Disposition, not \(dispositions.count)")
        }
        let (name, fileName) = try names(dispositions[0], number: number)
        let content = index <= range.upperBound ? Array(body[index..<range.upperBound]) : []
        return MultipartPart(headers: headers, name: name, fileName: fileName, content: content)
    }

    /// The next line break; the one at `limit` is that of the delimiter, and may end the header lines, too.
    private static func lineEnd(in body: [UInt8], from start: Int, upTo limit: Int) -> Int? {
        var index = start
        while index <= limit, index + 1 < body.count {
            if body[index] == 0x0D, body[index + 1] == 0x0A { return index }
            index += 1
        }
        return nil
    }

    private static func field(_ line: ArraySlice<UInt8>, number: Int) throws(Problem) -> HTTPField {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard name.endIndex < line.endIndex, !name.isEmpty, name.allSatisfy(HTTPToken.isTokenByte) else {
            throw Problem(part: number, message: "a header line has no name")
        }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(name.endIndex + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        guard value.allSatisfy(HTTPToken.isFieldValueByte) else {
            throw Problem(part: number, message: "a header line has a control character")
        }
        return HTTPField(
            String(decoding: name, as: UTF8.self), String(decoding: value[value.startIndex..<end], as: UTF8.self))
    }

    /// The name of the field that a `Content-Disposition` is of; `nil` where it says none.
    package static func name(ofDisposition text: String) -> String? { try? names(text, number: 0).0 }

    private static func names(_ disposition: String, number: Int) throws(Problem) -> (String, String?) {
        var reader = FieldReader(disposition)
        guard let type = reader.token(), HTTPToken.equalsIgnoringCase(type, "form-data"),
            let parameters = reader.parameters(unescapes: { $0 == UInt8(ascii: "\"") })
        else { throw Problem(part: number, message: "\"\(disposition)\" is no form-data disposition") }
        let value = { (wanted: String) in
            parameters.first { HTTPToken.equalsIgnoringCase($0.name, wanted) }.map { unescape($0.value) }
        }
        guard let name = value("name") else { throw Problem(part: number, message: "the part has no name") }
        return (name, value("filename"))
    }

    private static func unescape(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            switch Array(bytes[index..<min(index + 3, bytes.count)]) {
            case Array("%22".utf8): output.append(0x22)
            case Array("%0D".utf8), Array("%0d".utf8): output.append(0x0D)
            case Array("%0A".utf8), Array("%0a".utf8): output.append(0x0A)
            default:
                output.append(bytes[index])
                index += 1
                continue
            }
            index += 3
        }
        return String(decoding: output, as: UTF8.self)
    }
}
