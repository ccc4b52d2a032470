public import MockAPICore
internal import MockAPIMatching

extension Stub {
    /// The mapping that a stub file would hold: it reads back as an equal stub, but for its place.
    ///
    /// What only the lenient reader took, only the lenient reader takes again.
    ///
    /// Reports and journals do not show passwords; this does, since a stub file has them.
    ///
    /// - Throws: `StubPrintingError` for what no stub file can say, such as a stream, or a delay below a millisecond.
    public func printed() throws(StubPrintingError) -> JSONValue {
        var mapping: JSONObject = ["id": .string(id)]
        if let name { mapping.append("name", .string(name)) }
        if priority != Self.defaultPriority { mapping.append("priority", .integer(priority)) }
        mapping.append("request", try request.json())
        mapping.append("response", try response.json())
        try check(.object(mapping))
        return .object(mapping)
    }

    /// Reads the mapping again, which finds everything that the format does not allow.
    private func check(_ mapping: JSONValue) throws(StubPrintingError) {
        var mapping = mapping
        var wanted = response
        if case .file(let path, _) = response.response.body.source {
            // Whether the file is there does not matter, only whether its name may stand in a mapping.
            if let refusal = BodyFiles.refusal(of: try ResponsePlan.bodyFileName(path)) {
                throw StubPrintingError(refusal.message)
            }
            mapping = mapping.withoutBodyFile
            wanted.response.body = .empty
        }
        let bytes = mapping.renderedBytes(.compact)
        var problem: String?
        for options in isReadLeniently ? [StubReadingOptions.strict, .lenient] : [.strict] {
            let loaded = StubLoader.read(bytes, options: options)
            let error = loaded.findings.first { $0.severity == .error }
            if error == nil, let stub = loaded.stubs.first, stub.id == id, stub.name == name,
                stub.priority == priority, stub.request == request, stub.response.isSame(as: wanted)
            {
                return
            }
            problem = problem ?? error.map { $0.message }
        }
        throw StubPrintingError(problem ?? "no stub file can say what this stub is")
    }
}

extension Stub: CustomStringConvertible {
    /// The mapping as a stub file writes it; what reports say about the stub where no file can say it.
    public var description: String { mapping?.rendered(.pretty) ?? reference.description }
}

extension JSONValue {
    fileprivate var withoutBodyFile: JSONValue {
        guard var object, var response = self["response"]?.object else { return self }
        response["bodyFileName"] = nil
        object["response"] = .object(response)
        return .object(object)
    }
}
