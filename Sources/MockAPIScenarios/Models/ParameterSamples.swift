import MockAPICore

/// Parameters that were made up: each value that could be any other one is a marker, which is found again in the request.
struct ParameterSample: Sendable, Hashable {
    /// A value that stands for any other one.
    struct Marker: Sendable, Hashable {
        var text: String
        /// The way to the parameter, names with points between them.
        var path: String
        /// Whether it is a number, so that only a number can stand for it.
        var isNumber: Bool
    }

    var json: JSONValue
    var markers: [Marker] = []

    /// The parameters with other values in the place of some markers; `nil` where a text would have to be a number.
    func replacing(_ values: [Marker: String]) -> JSONValue? {
        var literals: [String: JSONValue] = [:]
        for (marker, value) in values {
            if !marker.isNumber {
                literals[marker.text] = .string(value)
            } else if let number = JSONNumber(value) {
                literals[marker.text] = .number(number)
            } else {
                return nil
            }
        }
        return Self.replacing(literals, in: json)
    }

    private static func replacing(_ values: [String: JSONValue], in json: JSONValue) -> JSONValue {
        switch json {
        case .string(let text): values[text] ?? json
        case .number(let number): values[number.literal] ?? json
        case .array(let elements): .array(elements.map { replacing(values, in: $0) })
        case .object(let object): .object(JSONObject(object.map { ($0.key, replacing(values, in: $0.value)) }))
        case .null, .bool: json
        }
    }
}

/// Makes parameters up, of what their type is decoded from.
struct ParameterSamples {
    /// As many values of an enumeration are tried.
    private static let mostChoices = 16

    private var markers: [ParameterSample.Marker] = []
    private let round: Int
    private let firstNumber: Int
    private let isWanted: (TypeShape.Field) -> Bool

    /// The parameters to try: with all that may be left out and without it, each of it by itself, and each value of
    /// enumerations once.
    ///
    /// `firstNumber` begins the numbers that are markers; it ought to be none that a request has by itself.
    static func all(of shape: TypeShape, firstNumber: Int) -> [ParameterSample] {
        var samples: [ParameterSample] = []
        func add(_ round: Int, _ isWanted: @escaping (TypeShape.Field) -> Bool) {
            var maker = ParameterSamples(round: round, firstNumber: firstNumber, isWanted: isWanted)
            guard let json = maker.json(shape, "") else { return }
            let sample = ParameterSample(json: json, markers: maker.markers)
            if !samples.contains(sample) { samples.append(sample) }
        }
        add(0) { $0.isRequired }
        add(0) { _ in true }
        for field in shape.fields where !field.isRequired { add(0) { $0.isRequired || $0 == field } }
        for round in 1..<mostChoices { add(round) { _ in true } }
        return samples
    }

    private init(round: Int, firstNumber: Int, isWanted: @escaping (TypeShape.Field) -> Bool) {
        self.round = round
        self.firstNumber = firstNumber
        self.isWanted = isWanted
    }

    /// A value of a shape; `nil` where none can be made up.
    private mutating func json(_ shape: TypeShape, _ path: String) -> JSONValue? {
        switch shape {
        case .scalar(let scalar): return json(scalar, path)
        case .choice(let values): return values[round % values.count]
        case .object(let fields):
            var object = JSONObject()
            for field in fields where isWanted(field) {
                guard let value = json(field.shape, path.isEmpty ? field.name : "\(path).\(field.name)") else {
                    if field.isRequired { return nil }
                    continue
                }
                object.append(field.name, value)
            }
            return .object(object)
        case .list(let element): return .array(json(element, "\(path)[]").map { [$0] } ?? [])
        case .dictionary(let value): return .object(json(value, "\(path).*").map { ["key": $0] } ?? [:])
        case .optional(let shape): return json(shape, path) ?? .null
        case .any: return .object([:])
        case .again, .opaque: return nil
        }
    }

    private mutating func json(_ scalar: TypeShape.Scalar, _ path: String) -> JSONValue {
        switch scalar {
        case .string: return .string(marker("mockapi-parameter-\(markers.count)-", path, isNumber: false))
        case .integer, .number:
            let text = marker("\(firstNumber + markers.count)", path, isNumber: true)
            return JSONNumber(text).map { .number($0) } ?? 1
        case .boolean: return .bool(round % 2 == 0)
        case .date: return "2020-01-02T03:04:05Z"
        case .url: return "https://example.com/"
        case .uuid:
            let digits = "\(100_000_000_000 + markers.count)"
            return .string(marker("4D4F434B-4150-4900-8000-\(digits)", path, isNumber: false))
        case .base64: return ""
        }
    }

    private mutating func marker(_ text: String, _ path: String, isNumber: Bool) -> String {
        markers.append(ParameterSample.Marker(text: text, path: path, isNumber: isNumber))
        return text
    }
}

extension TypeShape {
    /// The members of an object, none of anything else.
    var fields: [Field] { if case .object(let fields) = unwrapped { fields } else { [] } }
}
