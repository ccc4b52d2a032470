import MockAPICore

/// Why the parameters of a step do not fit its request.
struct ParameterProblem: Error, Hashable {
    /// The place below the parameters.
    var path: JSONPath
    /// What is wrong, in one line.
    var message: String
    /// How to mend it.
    var hint: String?
}

/// Parameters that were decoded, or all that is wrong with them.
enum DecodedParameters<Parameters> {
    case parameters(Parameters)
    case problems([ParameterProblem])

    /// Decodes parameters; keys that the type never asks for are problems as well.
    init(_ type: Parameters.Type, from json: JSONValue) where Parameters: Decodable {
        let trace = KeyTrace()
        do {
            let parameters = try ParameterDecoder(json: json, trace: trace).decode(type)
            let unknown = Self.unknownKeys(json, trace, JSONPath())
            self = unknown.isEmpty ? .parameters(parameters) : .problems(unknown)
        } catch {
            let unknown = Self.unknownKeys(json, trace, JSONPath())
            self = .problems([Self.problem(error)] + unknown.filter { $0.hint != nil })
        }
    }

    private static func problem(_ error: any Error) -> ParameterProblem {
        guard let error = error as? DecodingError else {
            return ParameterProblem(path: JSONPath(), message: "\(error)")
        }
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default:
            return ParameterProblem(path: JSONPath(), message: "\(error)")
        }
        var path = JSONPath()
        for key in context.codingPath {
            path = path.appending(key.intValue.map { .index($0) } ?? .key(key.stringValue))
        }
        return ParameterProblem(path: path, message: context.debugDescription)
    }

    private static func unknownKeys(_ json: JSONValue, _ trace: KeyTrace, _ path: JSONPath) -> [ParameterProblem] {
        switch json {
        case .object(let object) where trace.isKeyed:
            object.flatMap { member -> [ParameterProblem] in
                let place = path.appending(.key(member.key))
                if trace.keys.contains(member.key) {
                    return unknownKeys(member.value, trace.child(member.key), place)
                }
                let hint = Spelling.suggestion(for: member.key, among: trace.keys).map { "did you mean \"\($0)\"?" }
                return [ParameterProblem(path: place, message: "unknown key \"\(member.key)\"", hint: hint)]
            }
        case .array(let elements):
            elements.enumerated().flatMap { index, element in
                unknownKeys(element, trace.child("\(index)"), path.appending(.index(index)))
            }
        default: []
        }
    }
}
