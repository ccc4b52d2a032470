import Foundation
import MockAPICore
import MockAPIStubs

/// The changes of one stub that make it say what a provider says.
///
/// Values of JSON are written one by one. A content of another kind takes the place of the one before: in the body file where
/// there is one, otherwise as `jsonBody` where it is JSON and is sent as such, as `body` where it is text, and as `base64Body`.
struct StubRewrite {
    /// What is to become of a body file.
    enum BodyFile: Equatable {
        /// Values of its JSON are others.
        case values([JSONEdits.Change])
        /// It has these bytes.
        case whole([UInt8])
    }

    /// Why a content cannot be written.
    struct Refusal: Error, Equatable {
        var why: String
    }

    /// How many bytes of content are written into a stub: 1 MiB.
    static let mostInline = 1 << 20
    /// How many bytes are written into a body file: 64 MiB, the largest content that is served by default.
    static let mostInFile = 64 << 20

    /// The edits of the file that the stub stands in.
    private(set) var edits: [JSONEdits.Edit] = []
    /// How many values they change.
    private(set) var count = 0
    /// What is to become of the body file.
    private(set) var bodyFile: BodyFile?

    private let written: WrittenStub
    /// The changes of the answer, without those of its headers.
    private var changes: [JSONEdits.Change] = []
    /// The headers to be written; those without values are removed.
    private var headers: [(name: String, values: [String])] = []
    private var hasNewContent = false

    /// Makes the changes that drifts of the stub ask for.
    ///
    /// - Throws: `Refusal` where the content cannot be written.
    init(_ written: WrittenStub, _ drifts: [Drift]) throws(Refusal) {
        self.written = written
        var values: [JSONEdits.Change] = []
        for target in drifts.compactMap(\.target) {
            let response = target.answer.response
            switch target.change {
            case .status: set(status: response)
            case .answer:
                set(status: response)
                if !target.answer.isOfHead { try replaceContent(response) }
            case .content: try replaceContent(response)
            case .body(let changes): values += changes.filter { !values.contains($0) }
            case .header(let name, let values): headers.append((name, values))
            case .none: break
            }
        }
        if !values.isEmpty, !hasNewContent { try set(values) }
        try dropImpliedType()
        finish()
    }

    private var response: JSONNode? { written.response }

    // MARK: Parts

    private mutating func set(status response: HTTPResponse) {
        let path = JSONPath([.key("status")])
        if changes.contains(where: { $0.path == path }) { return }
        changes.append(.set(path, .integer(response.status.code)))
        // The words that go with one status do not go with another.
        guard self.response?["statusMessage"] != nil else { return }
        let words = JSONPath([.key("statusMessage")])
        changes.append(response.reason.map { .set(words, .string($0)) } ?? .remove(words))
    }

    /// Makes the content that of a provider, and its type.
    private mutating func replaceContent(_ response: HTTPResponse) throws(Refusal) {
        if hasNewContent { return }
        hasNewContent = true
        let bytes = response.status.forbidsContent ? [] : response.content
        if bytes.isEmpty {
            for key in Self.keys where self.response?[key] != nil { changes.append(.remove(JSONPath([.key(key)]))) }
            return
        }
        try checkEncoding()
        switch written.content {
        case .file: try Self.check(bytes.count, Self.mostInFile, "a body file")
        // Of JSON in the place of JSON, only what differs is written.
        case .json: break
        case .text, .base64, .none: try Self.check(bytes.count, Self.mostInline, "a stub")
        }
        let value = response.mediaType?.isJSON == true ? Self.value(bytes) : nil
        switch written.content {
        case .file(let path, _):
            let isJSON = value != nil && (try? FileSystem.contents(of: path)).map(Self.isJSON) == true
            bodyFile = value.flatMap { isJSON ? .values([.set(JSONPath(), $0)]) : nil } ?? .whole(bytes)
        case .json(let node):
            if let value {
                try edit(node, [.set(JSONPath(), value)])
            } else {
                try write(bytes, nil, inPlaceOf: "jsonBody")
            }
        case .text(let node):
            if Self.isText(bytes) {
                add(StringSpelling(node).edits(to: bytes))
            } else {
                try write(bytes, nil, inPlaceOf: "body")
            }
        case .base64(let node):
            add(StringSpelling(node).edits(to: Array(Data(bytes).base64EncodedString().utf8)))
        case .none: try write(bytes, value, inPlaceOf: nil)
        }
        setType(response, isJSONBody: value != nil)
    }

    /// Writes a content as a value of its own.
    private mutating func write(_ bytes: [UInt8], _ value: JSONValue?, inPlaceOf key: String?) throws(Refusal) {
        try Self.check(bytes.count, Self.mostInline, "a stub")
        let (newKey, new): (String, JSONValue) =
            if let value {
                ("jsonBody", value)
            } else if Self.isText(bytes) {
                ("body", .string(String(decoding: bytes, as: UTF8.self)))
            } else {
                ("base64Body", .string(Data(bytes).base64EncodedString()))
            }
        if let key {
            changes.append(.replace(JSONPath([.key(key)]), key: newKey, new))
        } else {
            changes.append(.set(JSONPath([.key(newKey)]), new))
        }
    }

    /// Has the stub send the content with the provider's type; one that differs in parameters alone stays.
    private mutating func setType(_ response: HTTPResponse, isJSONBody: Bool) {
        let own = field("Content-Type")?.value
        guard let type = response.headers["Content-Type"] else {
            if own != nil { headers.append(("Content-Type", [])) }
            return
        }
        let essence = response.mediaType?.essence
        if let own {
            let text = own.string ?? own.elements.first?.string ?? ""
            if essence == nil || MediaType(text)?.essence != essence { headers.append(("Content-Type", [type])) }
            return
        }
        let isImplied: Bool =
            switch written.content {
            case .json, .none: isJSONBody && essence == "application/json"
            case .text, .base64, .file: false
            }
        if !isImplied { headers.append(("Content-Type", [type])) }
    }

    /// Writes a `jsonBody` as text where it is to be sent without a type, since it would have one.
    private mutating func dropImpliedType() throws(Refusal) {
        guard !hasNewContent, case .json(let node) = written.content,
            headers.contains(where: { HTTPToken.equalsIgnoringCase($0.name, "Content-Type") && $0.values.isEmpty })
        else { return }
        guard let bytes = JSONEdits.apply(edits, toTextOf: node), let value = try? JSONValue(parsing: bytes) else {
            throw Self.overlapping
        }
        edits = []
        count = 0
        try write(value.renderedBytes(.compact), nil, inPlaceOf: "jsonBody")
    }

    /// Makes values of a content that is JSON others.
    private mutating func set(_ values: [JSONEdits.Change]) throws(Refusal) {
        try checkEncoding()
        switch written.content {
        case .none: throw Self.noJSON
        case .json(let node): try edit(node, values)
        case .text(let node):
            let spelling = StringSpelling(node)
            guard let document = try? JSONDocument(parsing: spelling.text) else { throw Self.noJSON }
            let inner = JSONEdits(values, in: document.root)
            try Self.check(inner)
            add(spelling.edits(inner.edits), inner.count)
        case .base64(let node):
            guard let data = node.string.flatMap({ Data(base64Encoded: $0) }),
                let document = try? JSONDocument(parsing: [UInt8](data))
            else { throw Self.noJSON }
            let inner = JSONEdits(values, in: document.root)
            try Self.check(inner)
            guard let new = JSONEdits.apply(inner.edits, to: document.bytes) else { throw Self.overlapping }
            add(StringSpelling(node).edits(to: Array(Data(new).base64EncodedString().utf8)), inner.count)
        case .file: bodyFile = .values(values)
        }
    }

    private mutating func edit(_ node: JSONNode, _ values: [JSONEdits.Change]) throws(Refusal) {
        let inner = JSONEdits(values, in: node)
        try Self.check(inner)
        add(inner.edits, inner.count)
    }

    private mutating func add(_ new: [JSONEdits.Edit], _ count: Int = 1) {
        edits += new
        self.count += new.isEmpty ? 0 : count
    }

    // MARK: The answer

    private static let keys = ["jsonBody", "base64Body", "bodyFileName", "body"]

    private func field(_ name: String) -> JSONMember? {
        response?["headers"]?.members.first { HTTPToken.equalsIgnoringCase($0.key, name) }
    }

    private mutating func finish() {
        changes += headerChanges()
        guard !changes.isEmpty else { return }
        let outer: JSONEdits
        if let response {
            outer = JSONEdits(changes, in: response)
        } else {
            var object = JSONObject()
            for case .set(let path, let value) in changes {
                if case .key(let key)? = path.components.first { object[key] = value }
            }
            outer = JSONEdits([.set(JSONPath([.key("response")]), .object(object))], in: written.mapping)
        }
        edits += outer.edits
        count += outer.count
    }

    private func headerChanges() -> [JSONEdits.Change] {
        let path = JSONPath([.key("headers")])
        var names: [String] = []
        var kept = (response?["headers"]?.members ?? []).map(\.key)
        var object = JSONObject()
        var changes: [JSONEdits.Change] = []
        for (name, values) in headers where !names.contains(where: { HTTPToken.equalsIgnoringCase($0, name) }) {
            names.append(name)
            let key = field(name)?.key
            if let value = JSONValue(fieldValues: values) {
                object[key ?? name] = value
                changes.append(.set(path.appending(key ?? name), value))
            } else if let key {
                changes.append(.remove(path.appending(key)))
                kept.removeAll { $0 == key }
            }
        }
        if response?["headers"] == nil { return object.isEmpty ? [] : [.set(path, .object(object))] }
        return kept.isEmpty && object.isEmpty && !changes.isEmpty ? [.remove(path)] : changes
    }

    // MARK: What cannot be

    private static let noJSON = Refusal(why: "the content of the stub is no JSON; change it by hand")
    /// Two changes are about the same place.
    static let overlapping = Refusal(why: "changes overlap; change it by hand")

    /// What is compared is decoded, and so would be what is written.
    private func checkEncoding() throws(Refusal) {
        guard field("Content-Encoding") != nil else { return }
        throw Refusal(why: "the stub has a \"Content-Encoding\", and its content is encoded; change it by hand")
    }

    /// Whether all changes of a content can be made, and are not more than is written into a stub.
    private static func check(_ edits: JSONEdits) throws(Refusal) {
        try check(edits, of: "the content of the stub", mostInline, "a stub")
    }

    /// Checks what is written into a body file.
    static func checkFile(_ edits: JSONEdits) throws(Refusal) {
        try check(edits, of: "the body file", mostInFile, "a body file")
    }

    private static func check(_ edits: JSONEdits, of content: String, _ most: Int, _ place: String) throws(Refusal) {
        guard edits.refused.isEmpty else {
            throw Refusal(why: "\(content) has no such place; change it by hand")
        }
        try check(edits.edits.reduce(0) { $0 + $1.bytes.count }, most, place)
    }

    private static func check(_ size: Int, _ most: Int, _ place: String) throws(Refusal) {
        guard size > most else { return }
        let hint = most == mostInline ? "; put it into a body file and name it as \"bodyFileName\"" : ""
        throw Refusal(
            why: "\(size) bytes are too many, no more than \(most >> 20) MiB are written into \(place)\(hint)")
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    /// A content as JSON; `nil` where it has a key twice, too, which no stub can have but as text.
    private static func value(_ bytes: [UInt8]) -> JSONValue? {
        guard let document = try? JSONDocument(parsing: bytes), document.duplicateKeys.isEmpty else { return nil }
        return document.root.value
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(parsing: bytes)) != nil }
}
