/// One named parameter of a request.
public struct Parameter: Sendable, Hashable {
    /// The name, not escaped.
    public var name: String
    /// The value, not escaped.
    public var value: ParameterValue

    /// Makes a parameter.
    public init(_ name: String, _ value: ParameterValue) {
        self.name = name
        self.value = value
    }
}

/// The parameters of a request, in the order in which they are sent; names may be repeated.
public struct Parameters: Sendable, Hashable, RandomAccessCollection, RangeReplaceableCollection,
    ExpressibleByDictionaryLiteral
{
    private var items: [Parameter]

    /// Makes an empty list.
    public init() { items = [] }

    /// Makes a list of parameters in the order given.
    public init(_ parameters: some Sequence<Parameter>) { items = Array(parameters) }

    /// Makes a list of a dictionary, sorted by name, so that the same parameters are always sent alike.
    public init(_ dictionary: [String: ParameterValue]) {
        items = dictionary.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) }
    }

    /// Makes a list of pairs in the order written.
    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        items = elements.map { Parameter($0.0, $0.1) }
    }

    /// The index of the first parameter.
    public var startIndex: Int { items.startIndex }
    /// The index after the last parameter.
    public var endIndex: Int { items.endIndex }

    /// The parameter at an index.
    public subscript(position: Int) -> Parameter {
        get { items[position] }
        set { items[position] = newValue }
    }

    /// The value of the first parameter of this name.
    ///
    /// Setting replaces it, drops any other of the name, and appends where there was none; `nil` drops them all.
    public subscript(name: String) -> ParameterValue? {
        get { items.first { $0.name == name }?.value }
        set {
            let place = items.firstIndex { $0.name == name } ?? items.endIndex
            items.removeAll { $0.name == name }
            if let newValue { items.insert(Parameter(name, newValue), at: Swift.min(place, items.endIndex)) }
        }
    }

    /// Replaces a run of parameters.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Parameter>) {
        items.replaceSubrange(subrange, with: newElements)
    }
}
