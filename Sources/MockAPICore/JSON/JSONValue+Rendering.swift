/// How a JSON value is written.
public enum JSONStyle: Sendable, Hashable {
    /// Without blanks.
    case compact
    /// A line for each element and member, two blanks for each level.
    case pretty
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String { rendered() }

    /// The value as a JSON text, number literals and key order kept.
    public func rendered(_ style: JSONStyle = .compact) -> String {
        String(decoding: renderedBytes(style), as: UTF8.self)
    }

    /// The bytes of the value as a JSON text, number literals and key order kept.
    ///
    /// Only what must be is escaped: quotes, backslashes and control characters (RFC 8259, section 7).
    public func renderedBytes(_ style: JSONStyle = .compact) -> [UInt8] {
        var printer = JSONPrinter(style: style)
        printer.print(self)
        return printer.output
    }
}

/// Writes values, without recursion.
struct JSONPrinter {
    private enum Frame {
        case array([JSONValue], next: Int)
        case object(JSONObject, next: Int)
    }

    private(set) var output: [UInt8] = []
    private let isPretty: Bool
    private var frames: [Frame] = []

    init(style: JSONStyle) { isPretty = style == .pretty }

    mutating func print(_ value: JSONValue) {
        begin(value)
        while let frame = frames.popLast() {
            switch frame {
            case .array(let array, let next):
                guard next < array.count else {
                    end(UInt8(ascii: "]"))
                    continue
                }
                separate(isFirst: next == 0, depth: frames.count + 1)
                frames.append(.array(array, next: next + 1))
                begin(array[next])
            case .object(let object, let next):
                guard next < object.count else {
                    end(UInt8(ascii: "}"))
                    continue
                }
                separate(isFirst: next == 0, depth: frames.count + 1)
                frames.append(.object(object, next: next + 1))
                let (key, value) = object[next]
                string(key)
                output.append(UInt8(ascii: ":"))
                if isPretty { output.append(UInt8(ascii: " ")) }
                begin(value)
            }
        }
    }

    private mutating func begin(_ value: JSONValue) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let bool): output.append(contentsOf: (bool ? "true" : "false").utf8)
        case .number(let number): output.append(contentsOf: number.literal.utf8)
        case .string(let text): string(text)
        case .array(let array):
            if array.isEmpty { return output.append(contentsOf: "[]".utf8) }
            output.append(UInt8(ascii: "["))
            frames.append(.array(array, next: 0))
        case .object(let object):
            if object.isEmpty { return output.append(contentsOf: "{}".utf8) }
            output.append(UInt8(ascii: "{"))
            frames.append(.object(object, next: 0))
        }
    }

    private mutating func separate(isFirst: Bool, depth: Int) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        if isPretty { newLine(depth) }
    }

    private mutating func end(_ bracket: UInt8) {
        if isPretty { newLine(frames.count) }
        output.append(bracket)
    }

    private mutating func newLine(_ depth: Int) {
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }

    mutating func string(_ text: String) {
        var text = text
        output.append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            var start = 0
            for index in bytes.indices {
                let byte = bytes[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                output.append(contentsOf: bytes[start..<index])
                start = index + 1
                escape(byte)
            }
            output.append(contentsOf: bytes[start...])
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        case ..<0x20:
            output.append(contentsOf: "u00".utf8)
            output.append(0x30 + byte >> 4)
            output.append(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
        default: output.append(byte)
        }
    }
}
