extension JSONValue {
    /// Reads one JSON text; the bytes may be anything.
    ///
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    public init(
        parsing bytes: UnsafeBufferPointer<UInt8>, options: JSONReadingOptions = .strict
    ) throws(JSONSyntaxError) {
        var reader = JSONTokenReader(bytes, options: options)
        var builder = JSONValueBuilder()
        while let token = try reader.next() { builder.add(token, in: bytes) }
        self = builder.value
    }

    /// Reads one JSON text; the bytes may be anything.
    ///
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    public init(parsing bytes: [UInt8], options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
            try JSONValue(parsing: buffer, options: options)
        }
    }

    /// Reads one JSON text.
    ///
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    public init(parsing text: String, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }
}

/// Makes a value of tokens, without recursion.
struct JSONValueBuilder {
    /// The finished values that wait for the end of what they stand in; keys stand among them as strings.
    private var values: [JSONValue] = []
    /// How many values were there when each open array or object began.
    private var starts: [Int] = []

    /// The value; `null` before the last token.
    var value: JSONValue { values.last ?? .null }

    mutating func add(_ token: JSONToken, in bytes: UnsafeBufferPointer<UInt8>) {
        switch token.kind {
        case .beginObject, .beginArray: starts.append(values.count)
        case .endArray:
            let start = starts.popLast() ?? 0
            let array = Array(values[start...])
            values.removeSubrange(start...)
            values.append(.array(array))
        case .endObject:
            let start = starts.popLast() ?? 0
            var members: [JSONObject.Element] = []
            members.reserveCapacity((values.count - start) / 2)
            var index = start
            while index + 1 < values.count {
                if case .string(let key) = values[index] { members.append((key, values[index + 1])) }
                index += 2
            }
            values.removeSubrange(start...)
            values.append(.object(JSONObject(members)))
        case .key, .string: values.append(.string(token.text(in: bytes)))
        case .number: values.append(.number(JSONNumber(checked: token.text(in: bytes))))
        case .true: values.append(.bool(true))
        case .false: values.append(.bool(false))
        case .null: values.append(.null)
        }
    }
}
