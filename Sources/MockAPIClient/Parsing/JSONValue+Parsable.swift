extension JSONValue: Parsable {
    /// The body as exact JSON, read strictly; where a path leads into it, the value there.
    public static func parse(_ data: ResponseData) throws -> JSONValue {
        if data.isBlank { throw data.error(.emptyBody) }
        let body: JSONValue
        do throws(JSONSyntaxError) {
            body = try JSONValue(parsing: data.bytes)
        } catch {
            throw data.notJSON(error)
        }
        guard let path = data.context.modelPath?.path else { return body }
        if let value = path.value(in: body) { return value }
        let mismatch = ModelMismatch(path: path.description, expected: "a value", foundType: "nothing")
        throw data.error(.modelMismatch(mismatch))
    }
}
