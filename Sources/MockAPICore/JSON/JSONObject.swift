/// The members of an object in the order in which they were written.
///
/// A key may occur more than once, since RFC 8259 allows it; looking up finds the first. Keys are compared by Unicode
/// scalars. Looking up takes the same time whatever the number of members.
public struct JSONObject: Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// A key and its value.
    public typealias Element = (key: String, value: JSONValue)

    /// A member as it is stored; a struct, since arrays of tuples are slow to destroy.
    struct Member: Sendable {
        var key: String
        var value: JSONValue
    }

    private(set) var members: [Member]
    /// Where each key stands; only for objects that are too large to look through.
    private var index: JSONKeyIndex?

    private static let indexedFrom = 24

    /// Makes an object without members.
    public init() { members = [] }

    /// Makes an object of members in the order given.
    public init(_ members: some Sequence<Element>) {
        self.init(taking: members.map { Member(key: $0.key, value: $0.value) })
    }

    /// Takes an array as it is.
    init(taking members: consuming [Member]) {
        self.members = members
        indexChanged()
    }

    /// Makes an object of members in the order given.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { (key: $0.0, value: $0.1) })
    }

    /// The index of the first member.
    public var startIndex: Int { 0 }
    /// The index after the last member.
    public var endIndex: Int { members.count }

    /// The member at an index.
    public subscript(position: Int) -> Element { (members[position].key, members[position].value) }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The values in order.
    public var values: [JSONValue] { members.map(\.value) }

    /// The value of the first member with this key.
    ///
    /// Setting replaces that value, drops any other member with the key, and appends where there was none; `nil` drops
    /// them all.
    public subscript(key: String) -> JSONValue? {
        get { firstIndex(of: key).map { members[$0].value } }
        set {
            guard let place = firstIndex(of: key) else {
                if let newValue { append(key, newValue) }
                return
            }
            var rest = members[(place + 1)...].filter { !JSONText.isSame($0.key, key) }
            if let newValue { rest.insert(Member(key: members[place].key, value: newValue), at: 0) }
            members.replaceSubrange(place..., with: rest)
            indexChanged()
        }
    }

    /// The index of the first member with this key.
    public func firstIndex(of key: String) -> Int? {
        guard let index else { return members.firstIndex { JSONText.isSame($0.key, key) } }
        return index.firstIndex(of: key, in: members)
    }

    /// Adds a member at the end, whether or not there is one with this key.
    public mutating func append(_ key: String, _ value: JSONValue) {
        members.append(Member(key: key, value: value))
        indexChanged()
    }

    /// The keys that occur more than once, each once.
    public var duplicateKeys: [String] {
        var seen = JSONKeySet()
        var repeated = JSONKeySet()
        return members.lazy.map(\.key).filter { !seen.insert($0) && repeated.insert($0) }
    }

    private mutating func indexChanged() {
        if members.count < Self.indexedFrom {
            index = nil
        } else if isKnownUniquelyReferenced(&index) {
            index?.clear()
        } else {
            index = JSONKeyIndex()
        }
    }
}
