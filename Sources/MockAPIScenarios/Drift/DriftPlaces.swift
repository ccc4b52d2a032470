import MockAPICore

/// The places where two bodies differ.
struct DriftPlaces {
    /// One place, or the same place in several elements of lists.
    struct Place {
        var paths: [JSONPath]
        var kind: Drift.Kind
        var own: JSONValue?
        var other: JSONValue?
        var isAsked: Bool
        var detail: String?

        /// The first of the places.
        var path: JSONPath { paths.first ?? JSONPath() }
    }

    private(set) var all: [Place] = []
    private let asked: [JSONPath]

    /// Compares two bodies; `asked` are places that count even where only the value differs, and `lists` those of lists
    /// without order, which differ as a whole.
    init(own: JSONValue, other: JSONValue, asked: [JSONPath], lists: [JSONPath] = []) {
        self.asked = asked
        compare(own, other, JSONPath())
        for path in asked { compareAsked(path, own, other) }
        for path in lists { compareList(path, own, other) }
    }

    private mutating func compare(_ own: JSONValue, _ other: JSONValue, _ path: JSONPath) {
        switch (own, other) {
        case (.object(let left), .object(let right)):
            compareRepeated(left, right, path)
            // Of members with the same key the first counts, here and where a path leads to one.
            for (index, member) in left.enumerated() where left.firstIndex(of: member.key) == index {
                if let value = right[member.key] {
                    compare(member.value, value, path.appending(member.key))
                } else {
                    add(path.appending(member.key), .missing, member.value, nil)
                }
            }
            for (index, member) in right.enumerated() where left[member.key] == nil {
                guard right.firstIndex(of: member.key) == index else { continue }
                add(path.appending(member.key), .extra, nil, member.value)
            }
        case (.array(let left), .array(let right)):
            for (index, (left, right)) in zip(left, right).enumerated() { compare(left, right, path.appending(index)) }
        case (.null, _), (_, .null): break
        default:
            if own.typeName != other.typeName {
                add(path, .type, own, other)
            } else if let detail = Self.refusal(own, other) {
                add(path, .type, own, other, detail)
            }
        }
    }

    /// Why the Swift type that an app decodes a number of the stub into refuses that of the provider; `nil` where it does not.
    ///
    /// `Int` takes 2 and 2.0, and neither 2.5 nor what does not fit. `Double`, which 2.5 needs, takes them all.
    private static func refusal(_ own: JSONValue, _ other: JSONValue) -> String? {
        guard let own = own.number, let other = other.number, own.isInteger else { return nil }
        if !other.isInteger { return "an integer is expected, a fraction found" }
        if own.int != nil, other.int == nil { return "an integer is expected that fits into 64 bits" }
        return nil
    }

    /// The keys that the provider alone has more than once.
    private mutating func compareRepeated(_ own: JSONObject, _ other: JSONObject, _ path: JSONPath) {
        let keys = other.duplicateKeys
        if keys.isEmpty { return }
        let known = own.duplicateKeys
        for key in keys where !known.contains(where: { JSONText.isSame($0, key) }) {
            let values = other.filter { JSONText.isSame($0.key, key) }.map(\.value)
            add(
                path.appending(key), .repeated, own[key], .array(values),
                "readers of JSON differ in which of them they take")
        }
    }

    /// A place that an expectation asks for; nothing where a difference at it, above or below it is known already.
    private mutating func compareAsked(_ path: JSONPath, _ own: JSONValue, _ other: JSONValue) {
        var path = Self.shortened(path, own, other)
        // What the app calls otherwise than the body is looked for at the nearest place that both have.
        while path.value(in: own) == nil, path.value(in: other) == nil, !path.components.isEmpty {
            path.components.removeLast()
        }
        let known = all.firstIndex { place in
            place.paths.contains {
                path.components.starts(with: $0.components) || $0.components.starts(with: path.components)
            }
        }
        if let known {
            all[known].isAsked = true
            return
        }
        let (left, right) = (path.value(in: own), path.value(in: other))
        guard left != right else { return }
        let kind: Drift.Kind =
            left == nil ? .extra : right == nil ? .missing : left?.typeName != right?.typeName ? .type : .value
        all.append(Place(paths: [path], kind: kind, own: left, other: right, isAsked: true))
    }

    /// A list without order that an expectation asks for: its elements do not go with those at the same index.
    private mutating func compareList(_ path: JSONPath, _ own: JSONValue, _ other: JSONValue) {
        guard let left = path.value(in: own), left.array != nil, let right = path.value(in: other), right.array != nil
        else { return compareAsked(path, own, other) }
        guard left != right else { return }
        for index in all.indices {
            all[index].paths.removeAll { $0.components.starts(with: path.components) }
            guard all[index].kind != .repeated, let first = all[index].paths.first else { continue }
            (all[index].own, all[index].other) = (first.value(in: own), first.value(in: other))
        }
        all.removeAll(where: \.paths.isEmpty)
        all.append(Place(paths: [path], kind: .value, own: left, other: right, isAsked: true))
    }

    /// A path as far as both have it where one has a list that is too short for it: then the lists differ.
    private static func shortened(_ path: JSONPath, _ own: JSONValue, _ other: JSONValue) -> JSONPath {
        for (count, component) in path.components.enumerated() {
            guard case .index = component else { continue }
            let list = JSONPath(Array(path.components[..<count]))
            let element = list.appending(component)
            guard list.value(in: own)?.array != nil, list.value(in: other)?.array != nil else { return path }
            if (element.value(in: own) == nil) != (element.value(in: other) == nil) { return list }
        }
        return path
    }

    private mutating func add(
        _ path: JSONPath, _ kind: Drift.Kind, _ own: JSONValue?, _ other: JSONValue?,
        _ detail: String? = nil
    ) {
        let general = path.general
        if let known = all.firstIndex(where: { $0.kind == kind && $0.path.general == general }) {
            all[known].paths.append(path)
        } else {
            all.append(Place(paths: [path], kind: kind, own: own, other: other, isAsked: false, detail: detail))
        }
    }
}

extension JSONPath {
    /// The path with the same index in the place of all.
    var general: JSONPath {
        JSONPath(components.map { if case .index = $0 { .index(0) } else { $0 } })
    }
}
