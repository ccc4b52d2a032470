extension Parameters {
    /// The parameters as a JSON object, members in their order.
    func json() throws(InvalidRequest) -> JSONValue {
        var object = JSONObject()
        var names: Set<String> = []
        for parameter in self {
            guard names.insert(parameter.name).inserted else {
                throw InvalidRequest("the parameter \"\(parameter.name)\" occurs twice, which JSON cannot say")
            }
            object.append(parameter.name, try parameter.value.json())
        }
        return .object(object)
    }
}

extension ParameterValue {
    /// The value as JSON.
    func json() throws(InvalidRequest) -> JSONValue {
        switch self {
        case .null: return .null
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        case .boolean(let flag): return .bool(flag)
        case .object(let inner): return try inner.json()
        case .array(let values):
            var elements: [JSONValue] = []
            for value in values { elements.append(try value.json()) }
            return .array(elements)
        case .number(let number):
            guard let number = JSONNumber(number) else { throw InvalidRequest("\(number) is no number in JSON") }
            return .number(number)
        }
    }
}
