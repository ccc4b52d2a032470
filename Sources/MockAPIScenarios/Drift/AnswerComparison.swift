import MockAPICore

/// Compares an answer of a stub with that of a provider: the status, the type of the content, and of JSON the structure,
/// which is the members of objects and the types of values.
///
/// Lists are compared as far as both go. A value that is `null` on one side, a value of the same type, and any other header
/// count only where a step fails on the provider for it.
struct AnswerComparison {
    /// One way in which the answers differ.
    struct Difference {
        var part: Drift.Part
        var kind: Drift.Kind
        /// The place in the body, or the name of the header.
        var path: String?
        /// The places in the body, all of which differ alike.
        var places: [JSONPath] = []
        var own: JSONValue?
        var other: JSONValue?
        var isAsked: Bool
        /// What is to be said beside the values.
        var detail: String?
        /// What makes the stub say what the provider says.
        var change: Drift.Change
    }

    private(set) var differences: [Difference] = []
    /// Whether that tells why the step fails on the provider.
    var isExplained: Bool { differences.contains(where: \.isAsked) }

    private let own: HTTPResponse
    private let other: HTTPResponse
    private let asked: ProviderAnswer.Asked
    private let allowsExtra: Bool
    /// The contents as JSON, each read once, since they may be large.
    private var ownJSON: JSONValue?
    private var otherJSON: JSONValue?

    init(own: HTTPResponse, other: HTTPResponse, asked: ProviderAnswer.Asked, allowsExtra: Bool) {
        self.own = own
        self.other = other
        self.asked = asked
        self.allowsExtra = allowsExtra
        if compareStatus() { return }
        ownJSON = try? JSONValue(parsing: own.content)
        otherJSON = try? JSONValue(parsing: other.content)
        let isReplaced = compareHeaders()
        compareContent(isReplaced: isReplaced)
    }

    /// Whether the status is such that all that comes with it is another thing altogether.
    private mutating func compareStatus() -> Bool {
        guard own.status != other.status else { return false }
        let isAnother =
            own.status.code / 100 != other.status.code / 100
            || own.status.forbidsContent != other.status.forbidsContent
        differences.append(
            Difference(
                part: .status, kind: .value, own: .integer(own.status.code), other: .integer(other.status.code),
                isAsked: asked.isFailed, change: isAnother ? .answer : .status))
        return isAnother
    }

    /// Whether the content is of another type, so that there is no more to say of it.
    private mutating func compareHeaders() -> Bool {
        var names = asked.headers
        let types = [own.mediaType?.essence, other.mediaType?.essence]
        let hasContent = !own.content.isEmpty && !other.content.isEmpty
        let isOther = types[0] != types[1] && types[0] != nil && hasContent
        if isOther, !names.contains(where: { HTTPToken.equalsIgnoringCase($0, "Content-Type") }) {
            names.append("Content-Type")
        }
        let isReplaced = isOther && own.content != other.content && (ownJSON == nil || otherJSON == nil)
        for name in names {
            let isType = HTTPToken.equalsIgnoringCase(name, "Content-Type")
            let (left, right) = (own.headers[values: name], other.headers[values: name])
            if left == right { continue }
            var isAsked = asked.headers.contains(name)
            if isType, isReplaced { isAsked = isAsked || asked.isForContent }
            let change: Drift.Change =
                if isType, isReplaced {
                    .content
                } else {
                    ProviderAnswer.refusalToWrite(header: name).map { .none($0) } ?? .header(name, right)
                }
            differences.append(
                Difference(
                    part: .header(name), kind: left.isEmpty ? .extra : right.isEmpty ? .missing : .value, path: name,
                    own: JSONValue(fieldValues: left), other: JSONValue(fieldValues: right), isAsked: isAsked,
                    detail: isType && isReplaced ? "and so does the content" : nil,
                    change: change))
        }
        return isReplaced
    }

    private mutating func compareContent(isReplaced: Bool) {
        let isAsked = asked.isFailed && asked.isForContent
        if own.content.isEmpty || other.content.isEmpty {
            guard own.content.isEmpty != other.content.isEmpty else { return }
            let kind: Drift.Kind = own.content.isEmpty ? .extra : .missing
            if allowsExtra, kind == .extra, !isAsked { return }
            addContent(kind, isAsked: asked.isFailed)
        } else if let ownJSON, let otherJSON {
            compare(ownJSON, otherJSON)
        } else if otherJSON == nil, other.mediaType?.isJSON == true,
            ownJSON != nil || own.mediaType?.isJSON != true
        {
            addContent(.type, isAsked: asked.isFailed, detail: Self.noJSON(other, "the provider"))
        } else if isReplaced {
            return
        } else if ownJSON != nil {
            addContent(.type, isAsked: asked.isFailed, detail: Self.noJSON(other, "the provider"))
        } else if otherJSON != nil, own.mediaType?.isJSON ?? true {
            // What is sent without a type may be meant as any.
            addContent(.type, isAsked: asked.isFailed, detail: Self.noJSON(own, "the stub"))
        } else if isAsked, own.content != other.content {
            addContent(.value, isAsked: true)
        }
    }

    private mutating func addContent(_ kind: Drift.Kind, isAsked: Bool, detail: String? = nil) {
        differences.append(
            Difference(
                part: .body, kind: kind, own: Self.shown(own, ownJSON), other: Self.shown(other, otherJSON),
                isAsked: isAsked,
                detail: detail, change: .content))
    }

    private mutating func compare(_ ownJSON: JSONValue, _ otherJSON: JSONValue) {
        let found = DriftPlaces(own: ownJSON, other: otherJSON, asked: asked.paths, lists: asked.lists)
        for place in found.all where !(allowsExtra && place.kind == .extra && !place.isAsked) {
            differences.append(
                Difference(
                    part: .body, kind: place.kind, path: place.path.description, places: place.paths, own: place.own,
                    other: place.other, isAsked: place.isAsked, detail: place.detail,
                    change: place.change(to: otherJSON)))
        }
    }

    /// Says that a content is no JSON, as what it is sent, and why it is none.
    private static func noJSON(_ response: HTTPResponse, _ sender: String) -> String {
        var text = "is no JSON as \(sender) sends it"
        if let type = response.mediaType, type.isJSON { text += ", though as \(type.essence)" }
        do {
            _ = try JSONValue(parsing: response.content)
        } catch {
            let place = error.location(in: response.content)
            text += " (\(place.line):\(place.column): \(error.message))"
        }
        return text
    }

    private static func shown(_ response: HTTPResponse, _ json: JSONValue?) -> JSONValue? {
        response.content.isEmpty ? nil : json ?? .string(String(decoding: response.content, as: UTF8.self))
    }
}

extension JSONValue {
    /// The values of the lines of one header field, as stubs have them: a text, or a list of several; `nil` for none.
    init?(fieldValues values: [String]) {
        guard let first = values.first else { return nil }
        self = values.count == 1 ? .string(first) : .array(values.map { .string($0) })
    }
}

extension DriftPlaces.Place {
    /// What makes a body say here what another says.
    fileprivate func change(to other: JSONValue) -> Drift.Change {
        if kind == .repeated { return .none("no stub can have a key twice; have the provider mended") }
        return .body(
            paths.compactMap { path in
                if let value = path.value(in: other) { return .set(path, value) }
                return kind == .missing ? .remove(path) : nil
            })
    }
}
