extension JSONValue: Parsable {
    /// The body as exact JSON, read strictly.
    public static func parse(_ data: ResponseData) throws -> JSONValue {
        if data.isBlank { throw data.error(.emptyBody) }
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: data.bytes)
        } catch {
            throw data.notJSON(error)
        }
    }
}
