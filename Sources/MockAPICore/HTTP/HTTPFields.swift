/// One line of a header section.
public struct HTTPField: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was written; compare with `HTTPToken.equalsIgnoringCase`.
    public var name: String
    /// The value without blanks at its ends.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The text shown to people.
    public var description: String { "\(name): \(value)" }

    /// Whether name and value can be sent: a token, and no control bytes, so that no line can be injected.
    public var isValid: Bool {
        !name.isEmpty && name.utf8.allSatisfy(HTTPToken.isTokenByte)
            && value.utf8.allSatisfy(HTTPToken.isFieldValueByte)
    }
}

/// A header section: ordered lines, names without case, repeated names kept apart (RFC 9110, section 5).
public struct HTTPFields: Hashable, Sendable, RandomAccessCollection, RangeReplaceableCollection,
    ExpressibleByDictionaryLiteral, CustomStringConvertible
{
    private var fields: [HTTPField]

    /// Makes an empty section.
    public init() { fields = [] }

    /// Makes a section of lines in the order given; a name may occur more than once.
    public init(_ fields: some Sequence<HTTPField>) { self.fields = Array(fields) }

    /// Makes a section of lines in the order given; a name may occur more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HTTPField($0.0, $0.1) }
    }

    /// The index of the first line.
    public var startIndex: Int { fields.startIndex }
    /// The index after the last line.
    public var endIndex: Int { fields.endIndex }

    /// The line at an index.
    public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }

    /// Replaces a run of lines.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<HTTPField>) {
        fields.replaceSubrange(subrange, with: newElements)
    }

    /// The value of the first line with this name.
    ///
    /// Setting replaces that line, drops any other of the name, and appends where there was none; `nil` drops them all.
    public subscript(name: String) -> String? {
        get { fields.first { HTTPToken.equalsIgnoringCase($0.name, name) }?.value }
        set {
            let places = fields.indices.filter { HTTPToken.equalsIgnoringCase(fields[$0].name, name) }
            for place in places.dropFirst().reversed() { fields.remove(at: place) }
            switch (places.first, newValue) {
            case (let place?, let value?): fields[place].value = value
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?): fields.append(HTTPField(name, value))
            case (nil, nil): break
            }
        }
    }

    /// The values of all lines with this name, in order.
    public subscript(values name: String) -> [String] {
        fields.filter { HTTPToken.equalsIgnoringCase($0.name, name) }.map(\.value)
    }

    /// Whether a line with this name exists, be its value empty.
    public func contains(name: String) -> Bool {
        fields.contains { HTTPToken.equalsIgnoringCase($0.name, name) }
    }

    /// Appends a line, whether or not the name exists.
    public mutating func add(_ name: String, _ value: String) { fields.append(HTTPField(name, value)) }

    /// These lines, and those of `others` whose names do not occur here.
    public func overriding(_ others: HTTPFields) -> HTTPFields {
        HTTPFields(others.filter { !contains(name: $0.name) } + fields)
    }

    /// The text shown to people.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}
