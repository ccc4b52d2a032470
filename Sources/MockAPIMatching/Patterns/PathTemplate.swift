internal import MockAPICore

/// A path with parameters, such as `/users/{id}/repos` or `/files/**`.
///
/// A parameter stands for one or more bytes of one segment, so never for a `/`; `%2F` is part of a segment. Parameters
/// and fixed text may share a segment (`/{name}.json`). `**` stands for anything, slashes and nothing included. Fixed text
/// is compared as in `EncodedText`. As in WireMock, `.`, `;` and `*` in a parameter's name are dropped.
public struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    /// A part of a template.
    public enum Token: Sendable, Hashable {
        /// Fixed text in its normal form.
        case literal([UInt8])
        /// One or more bytes of one segment.
        case parameter(String)
        /// Any bytes.
        case wildcard
    }

    /// The template as it was written.
    public let text: String
    /// The parts in order; two literals never follow each other.
    public let tokens: [Token]

    /// Reads a template.
    ///
    /// - Throws: `PathTemplateError` with the place of the mistake: a brace that is not closed or not opened, a parameter
    ///   without a name, or two of one name.
    public init(_ text: String) throws(PathTemplateError) {
        self.text = text
        tokens = try Self.parse(text)
    }

    /// The text shown to people.
    public var description: String { text }

    /// The names of the parameters in order.
    public var parameterNames: [String] {
        tokens.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The tokens of each segment, where no wildcard keeps the template from being split at its slashes.
    ///
    /// An index can branch on these: a segment of one literal, of one parameter, or of several tokens.
    public var segments: [[Token]]? {
        var segments: [[Token]] = [[]]
        for token in tokens {
            switch token {
            case .wildcard: return nil
            case .parameter: segments[segments.count - 1].append(token)
            case .literal(let bytes):
                for (number, piece) in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    .enumerated()
                {
                    if number > 0 { segments.append([]) }
                    if !piece.isEmpty { segments[segments.count - 1].append(.literal(Array(piece))) }
                }
            }
        }
        return segments
    }

    /// The parameters of a path in its normal form, decoded; `nil` where the path does not match.
    public func match(_ path: ArraySlice<UInt8>) -> [PathParameter]? {
        path.withUnsafeBufferPointer { bytes in
            guard let ranges = TemplateMatcher(tokens: tokens, bytes: bytes).run() else { return nil }
            var parameters: [PathParameter] = []
            parameters.reserveCapacity(ranges.count)
            for case .parameter(let name) in tokens {
                let value = UnsafeBufferPointer(rebasing: bytes[ranges[parameters.count]])
                parameters.append(PathParameter(name: name, value: PercentCoding.decode(value)))
            }
            return parameters
        }
    }

    /// The parameters of a path as it was sent, decoded; `nil` where the path does not match.
    public func match(_ path: String) -> [PathParameter]? { match(EncodedText.normalize(path.utf8)[...]) }

    private static func parse(_ text: String) throws(PathTemplateError) -> [Token] {
        var tokens: [Token] = []
        var literal = String.UnicodeScalarView()
        var names: Set<String> = []
        let scalars = Array(text.unicodeScalars)
        var index = 0
        func flush() {
            if !literal.isEmpty { tokens.append(.literal(EncodedText.normalize(String(literal).utf8))) }
            literal = String.UnicodeScalarView()
        }
        while index < scalars.count {
            switch scalars[index] {
            case "{":
                guard let close = scalars[index...].firstIndex(of: "}") else {
                    throw PathTemplateError(text: text, offset: index, message: "this brace is not closed")
                }
                let name = String(
                    String.UnicodeScalarView(scalars[index + 1..<close].filter { !".;*".unicodeScalars.contains($0) }))
                guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0 == "{" || $0 == "/" }) else {
                    throw PathTemplateError(text: text, offset: index, message: "a parameter needs a name, as in {id}")
                }
                guard names.insert(name).inserted else {
                    throw PathTemplateError(
                        text: text, offset: index, message: "a second parameter is named \(Quoted.text(name))")
                }
                flush()
                tokens.append(.parameter(name))
                index = close + 1
            case "}":
                throw PathTemplateError(text: text, offset: index, message: "no brace is open here")
            case "*" where index + 1 < scalars.count && scalars[index + 1] == "*":
                flush()
                tokens.append(.wildcard)
                index += 2
            default:
                literal.append(scalars[index])
                index += 1
            }
        }
        flush()
        return tokens
    }
}
