/// Writes values, without recursion.
struct JSONPrinter: ~Copyable {
    /// An array or object that is not finished, and the index of what comes next in it.
    private enum Frame {
        case array([JSONValue], next: Int)
        case object(JSONObject, next: Int)
    }

    private(set) var output = JSONOutput()
    private let isPretty: Bool
    private var frames: [Frame] = []

    init(style: JSONStyle) { isPretty = style == .pretty }

    mutating func print(_ value: JSONValue) {
        begin(value)
        while let frame = frames.popLast() {
            switch frame {
            case .array(let array, let next): proceed(in: array, from: next)
            case .object(let object, let next): proceed(in: object, from: next)
            }
        }
    }

    /// Writes elements up to the first that has something in it, or to the end.
    private mutating func proceed(in array: [JSONValue], from start: Int) {
        let depth = frames.count
        for index in start..<array.count {
            separate(isFirst: index == 0, depth: depth + 1)
            if isOpen(array[index]) {
                frames.append(.array(array, next: index + 1))
                return begin(array[index])
            }
            begin(array[index])
        }
        end(UInt8(ascii: "]"))
    }

    /// Writes members up to the first that has something in it, or to the end.
    private mutating func proceed(in object: JSONObject, from start: Int) {
        let depth = frames.count
        for index in start..<object.count {
            separate(isFirst: index == 0, depth: depth + 1)
            let member = object.members[index]
            output.appendString(member.key)
            output.append(UInt8(ascii: ":"))
            if isPretty { output.append(UInt8(ascii: " ")) }
            if isOpen(member.value) {
                frames.append(.object(object, next: index + 1))
                return begin(member.value)
            }
            begin(member.value)
        }
        end(UInt8(ascii: "}"))
    }

    private func isOpen(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let array): !array.isEmpty
        case .object(let object): !object.isEmpty
        default: false
        }
    }

    /// Writes a value, of an array or object that is not empty only the bracket.
    private mutating func begin(_ value: JSONValue) {
        switch value {
        case .null: output.append("null")
        case .bool(let bool): output.append(bool ? "true" : "false")
        case .number(let number): output.appendText(number.literal)
        case .string(let text): output.appendString(text)
        case .array(let array):
            if array.isEmpty { return output.append("[]") }
            output.append(UInt8(ascii: "["))
            frames.append(.array(array, next: 0))
        case .object(let object):
            if object.isEmpty { return output.append("{}") }
            output.append(UInt8(ascii: "{"))
            frames.append(.object(object, next: 0))
        }
    }

    private mutating func separate(isFirst: Bool, depth: Int) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        if isPretty { output.appendLine(indentedBy: depth * 2) }
    }

    private mutating func end(_ bracket: UInt8) {
        if isPretty { output.appendLine(indentedBy: frames.count * 2) }
        output.append(bracket)
    }
}
