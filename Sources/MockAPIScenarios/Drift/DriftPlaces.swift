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

        /// The first of the places.
        var path: JSONPath { paths.first ?? JSONPath() }
    }

    private(set) var all: [Place] = []
    private let asked: [JSONPath]

    /// Compares two bodies; `asked` are places that count even where only the value differs.
    init(own: JSONValue, other: JSONValue, asked: [JSONPath]) {
        self.asked = asked
        compare(own, other, JSONPath())
        for path in asked { compareAsked(path, own, other) }
    }

    private mutating func compare(_ own: JSONValue, _ other: JSONValue, _ path: JSONPath) {
        switch (own, other) {
        case (.object(let left), .object(let right)):
            for member in left {
                if let value = right[member.key] {
                    compare(member.value, value, path.appending(member.key))
                } else {
                    add(path.appending(member.key), .missing, member.value, nil)
                }
            }
            for member in right where left[member.key] == nil {
                add(path.appending(member.key), .extra, nil, member.value)
            }
        case (.array(let left), .array(let right)):
            for (index, (left, right)) in zip(left, right).enumerated() { compare(left, right, path.appending(index)) }
        case (.null, _), (_, .null): break
        default:
            if own.typeName != other.typeName { add(path, .type, own, other) }
        }
    }

    /// A place that an expectation asks for; nothing where a difference at it, above or below it is known already.
    private mutating func compareAsked(_ path: JSONPath, _ own: JSONValue, _ other: JSONValue) {
        var path = path
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

    private mutating func add(_ path: JSONPath, _ kind: Drift.Kind, _ own: JSONValue?, _ other: JSONValue?) {
        let general = path.general
        if let known = all.firstIndex(where: { $0.kind == kind && $0.path.general == general }) {
            all[known].paths.append(path)
        } else {
            all.append(Place(paths: [path], kind: kind, own: own, other: other, isAsked: false))
        }
    }
}

extension JSONPath {
    /// The path with the same index in the place of all.
    fileprivate var general: JSONPath {
        JSONPath(components.map { if case .index = $0 { .index(0) } else { $0 } })
    }
}
