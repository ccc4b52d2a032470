import MockAPICore

/// How a JSON text is laid out, so that what is added looks like the rest.
struct JSONTextStyle {
    /// How the members of an object are written.
    struct Members {
        /// What stands between a comma and the next key.
        var separator: [UInt8]
        /// What stands between a key and its value.
        var colon: [UInt8]
        /// The blanks that a line of the object begins with; `nil` where it stands in one line.
        var indentation: [UInt8]?
    }

    /// A value that is longer is broken into lines where the text has lines.
    private static let longestLine = 60

    private let bytes: [UInt8]
    /// What one level is indented by.
    private let unit: [UInt8]
    private let lineEnd: [UInt8]
    /// Whether braces have blanks inside of them.
    private let isPadded: Bool
    private let colon: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
        let indented = lines.first { $0.first == 0x20 || $0.first == 0x09 }
        unit = indented.map { Array($0.prefix { $0 == 0x20 || $0 == 0x09 }) } ?? [0x20, 0x20]
        lineEnd = lines.first?.last == 0x0D ? [0x0D, 0x0A] : [0x0A]
        let text = String(decoding: bytes, as: UTF8.self)
        isPadded = !text.contains("{\"")
        colon = text.contains("\":") && !text.contains("\": ") ? [0x3A] : [0x3A, 0x20]
    }

    /// How the members of an object are written, one at least.
    func members(of node: JSONNode) -> Members {
        let members = node.members
        guard let first = members.first else { return Members(separator: [0x20], colon: colon) }
        var separator = Array(bytes[node.range.lowerBound + 1..<first.keyNode.range.lowerBound])
        if members.count > 1 {
            let gap = bytes[first.value.range.upperBound..<members[1].keyNode.range.lowerBound]
            separator = Array(gap[(gap.firstIndex(of: UInt8(ascii: ",")) ?? gap.startIndex)...].dropFirst())
        } else if separator.isEmpty, colon.count > 1 {
            separator = [0x20]
        }
        return Members(
            separator: separator, colon: Array(bytes[first.keyNode.range.upperBound..<first.value.range.lowerBound]),
            indentation: Self.indentation(separator))
    }

    /// How the elements of a list are written, one at least.
    func elements(of nodes: [JSONNode], in bytes: [UInt8]) -> Members {
        var separator: [UInt8] = colon.count > 1 ? [0x20] : []
        if nodes.count > 1 {
            let gap = bytes[nodes[0].range.upperBound..<nodes[1].range.lowerBound]
            separator = Array(gap[(gap.firstIndex(of: UInt8(ascii: ",")) ?? gap.startIndex)...].dropFirst())
        } else if let first = nodes.first {
            // What stands before the only element, back to its bracket.
            let before = Array(
                bytes[..<first.range.lowerBound].reversed().prefix { Self.blanks.contains($0) }.reversed())
            if before.contains(0x0A) { separator = before }
        }
        return Members(separator: separator, colon: colon, indentation: Self.indentation(separator))
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    /// The blanks behind the last line break.
    private static func indentation(_ separator: [UInt8]) -> [UInt8]? {
        separator.lastIndex(of: 0x0A).map { Array(separator[($0 + 1)...]) }
    }

    /// The text of a value that is a new member.
    func text(_ value: JSONValue, _ way: Members) -> [UInt8] {
        let line = inLine(value)
        guard let indentation = way.indentation, line.count > Self.longestLine else { return line }
        return inLines(value, indentation)
    }

    /// The text of a value that takes the place of another.
    func text(_ value: JSONValue, inPlaceOf node: JSONNode) -> [UInt8] {
        let line = inLine(value)
        let hadLines = node.text.contains(0x0A)
        guard hadLines || (line.count > Self.longestLine && bytes.contains(0x0A)) else { return line }
        let start = bytes[..<node.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return inLines(value, Array(bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }))
    }

    private func inLine(_ value: JSONValue) -> [UInt8] {
        let comma: [UInt8] = colon.count > 1 ? [0x2C, 0x20] : [0x2C]
        switch value {
        case .object(let object) where !object.isEmpty:
            let members = object.map { JSONValue.string($0.key).renderedBytes(.compact) + colon + inLine($0.value) }
            let padding: [UInt8] = isPadded ? [0x20] : []
            return [0x7B] + padding + members.joined(separator: comma) + padding + [0x7D]
        case .array(let elements):
            return [0x5B] + elements.map { inLine($0) }.joined(separator: comma) + [0x5D]
        default: return value.renderedBytes(.compact)
        }
    }

    private func inLines(_ value: JSONValue, _ indentation: [UInt8]) -> [UInt8] {
        let inner = indentation + unit
        let (open, parts, close): (UInt8, [[UInt8]], UInt8)
        switch value {
        case .object(let object) where !object.isEmpty:
            let members = object.map { member in
                JSONValue.string(member.key).renderedBytes(.compact) + colon + inLines(member.value, inner)
            }
            (open, parts, close) = (0x7B, members, 0x7D)
        case .array(let elements) where !elements.isEmpty:
            (open, parts, close) = (0x5B, elements.map { inLines($0, inner) }, 0x5D)
        default: return value.renderedBytes(.compact)
        }
        let separator = [0x2C] + lineEnd + inner
        return [open] + lineEnd + inner + parts.joined(separator: separator) + lineEnd + indentation + [close]
    }
}
