/// A media type with its parameters, as in `Content-Type` (RFC 9110, section 8.3.1).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// One `name=value` after the type.
    public struct Parameter: Sendable, Hashable {
        /// The name in lower case.
        public var name: String
        /// The value without quotes and their escapes.
        public var value: String

        /// Makes a parameter; the name is put in lower case.
        public init(_ name: String, _ value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// The part before the slash, in lower case.
    public var type: String
    /// The part after the slash, in lower case.
    public var subtype: String
    /// The parameters in order.
    public var parameters: [Parameter]

    /// Makes a media type.
    public init(_ type: String, _ subtype: String, parameters: [Parameter] = []) {
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// Reads a field value; `nil` where it is no media type.
    ///
    /// Empty parameters are skipped, as RFC 9110, section 5.6.6, allows; blanks around `=` are not allowed.
    public init?(_ text: String) {
        var reader = FieldReader(text)
        reader.skipBlanks()
        guard let type = reader.token(), reader.skip("/"), let subtype = reader.token() else { return nil }
        guard let parameters = reader.parameters() else { return nil }
        self.init(type, subtype, parameters: parameters.map { Parameter($0.name, $0.value) })
    }

    /// Type and subtype without parameters.
    public var essence: String { "\(type)/\(subtype)" }

    /// The value of the first parameter of this name, given in lower case.
    public subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    /// The character encoding that is named, in lower case.
    public var charset: String? { self["charset"]?.lowercased() }

    /// The boundary between the parts of a multipart type.
    public var boundary: String? { self["boundary"] }

    /// Whether content of this type is JSON: `json` or `+json` (RFC 6839, section 3.1).
    public var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

    /// The field value; values that are no token are quoted.
    public var description: String {
        parameters.reduce(essence) { text, parameter in
            let isToken = !parameter.value.isEmpty && parameter.value.utf8.allSatisfy(HTTPToken.isTokenByte)
            let escaped = parameter.value.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) }
            return text + "; \(parameter.name)=" + (isToken ? parameter.value : "\"\(escaped)\"")
        }
    }
}
