/// Where parameters go, and how lists and truth values are written there.
public struct ParameterEncoding: Sendable, Hashable {
    /// The places for parameters.
    public enum Place: Sendable, Hashable {
        /// The query for GET, HEAD and DELETE and where the request has a body of its own, the form otherwise.
        case automatic
        /// The query of the URL, after what is there already.
        case query
        /// A body of type `application/x-www-form-urlencoded`.
        case form
        /// A body of type `application/json`: one object, members in the order of the parameters.
        case json
    }

    /// How a list is written in a query or a form.
    public enum Lists: Sendable, Hashable {
        /// `tag=a&tag=b`
        case repeated
        /// `tag[]=a&tag[]=b`
        case brackets
        /// `tag[0]=a&tag[1]=b`
        case indexed
        /// `tag=a,b`, the comma escaped
        case commas
    }

    /// How a truth value is written in a query or a form.
    public enum Booleans: Sendable, Hashable {
        /// `true` and `false`
        case words
        /// `1` and `0`
        case digits
    }

    /// The place.
    public var place: Place
    /// How lists are written; lists of objects are always indexed.
    public var lists: Lists
    /// How truth values are written.
    public var booleans: Booleans

    /// Makes an encoding.
    public init(_ place: Place, lists: Lists = .repeated, booleans: Booleans = .words) {
        self.place = place
        self.lists = lists
        self.booleans = booleans
    }

    /// By the method: the query for GET, HEAD and DELETE, the form otherwise.
    public static let automatic = ParameterEncoding(.automatic)
    /// The query.
    public static let query = ParameterEncoding(.query)
    /// A form body.
    public static let form = ParameterEncoding(.form)
    /// A JSON body.
    public static let json = ParameterEncoding(.json)

    /// The place for a request of this method.
    func place(for method: HTTPMethod, hasBody: Bool) -> Place {
        guard place == .automatic else { return place }
        return hasBody || method == .get || method == .head || method == .delete ? .query : .form
    }

    /// The parameters as pairs of a query or a form: names of nested ones are `outer[inner]`, nothing is escaped yet.
    func pairs(_ parameters: Parameters) -> [QueryPair] {
        parameters.flatMap { pairs($0.name, $0.value) }
    }

    private func pairs(_ name: String, _ value: ParameterValue) -> [QueryPair] {
        switch value {
        case .null: return []
        case .object(let inner): return inner.flatMap { pairs("\(name)[\($0.name)]", $0.value) }
        case .array(let values):
            let isIndexed = lists == .indexed || values.contains { if case .object = $0 { true } else { false } }
            if isIndexed { return values.enumerated().flatMap { pairs("\(name)[\($0.offset)]", $0.element) } }
            if lists == .commas {
                let texts = values.flatMap { pairs(name, $0) }.map(\.value)
                return texts.isEmpty ? [] : [QueryPair(name, texts.joined(separator: ","))]
            }
            return values.flatMap { pairs(lists == .brackets ? "\(name)[]" : name, $0) }
        case .string(let text): return [QueryPair(name, text)]
        case .integer(let number): return [QueryPair(name, String(number))]
        case .number(let number): return [QueryPair(name, Self.text(number))]
        case .boolean(let flag):
            return [QueryPair(name, booleans == .words ? String(flag) : flag ? "1" : "0")]
        }
    }

    /// A number as people write it: `2`, not `2.0`.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
