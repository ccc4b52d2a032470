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
///
/// The finished values that wait for the end of what they stand in lie on a stack, keys among them as strings. At an end
/// they are moved into an array of just the right size, so that nothing is copied or counted twice.
struct JSONValueBuilder: ~Copyable {
    private var base: UnsafeMutablePointer<JSONValue>
    private var count = 0
    private var capacity = 64
    /// How many values were there when each open array or object began.
    private var starts: [Int] = []

    init() { base = .allocate(capacity: 64) }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    /// The value; `null` before the last token.
    var value: JSONValue { count == 1 && starts.isEmpty ? base.pointee : .null }

    mutating func add(_ token: JSONToken, in bytes: UnsafeBufferPointer<UInt8>) {
        switch token.kind {
        case .beginObject, .beginArray: starts.append(count)
        case .endArray: push(.array(takeElements(from: starts.popLast() ?? 0)))
        case .endObject: push(.object(JSONObject(taking: takeMembers(from: starts.popLast() ?? 0))))
        case .key, .string: push(.string(token.text(in: bytes)))
        case .number: push(.number(JSONNumber(checked: token.text(in: bytes))))
        case .true: push(.bool(true))
        case .false: push(.bool(false))
        case .null: push(.null)
        }
    }

    @inline(__always)
    private mutating func push(_ value: consuming JSONValue) {
        if count == capacity { grow() }
        (base + count).initialize(to: value)
        count += 1
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<JSONValue>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    private mutating func takeElements(from start: Int) -> [JSONValue] {
        let number = count - start
        guard number > 0 else { return [] }
        count = start
        return Array(unsafeUninitializedCapacity: number) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: base + start, count: number)
            initialized = number
        }
    }

    private mutating func takeMembers(from start: Int) -> [JSONObject.Member] {
        let number = (count - start) / 2
        guard number > 0 else { return [] }
        count = start
        return Array(unsafeUninitializedCapacity: number) { buffer, initialized in
            guard let members = buffer.baseAddress else { return }
            for index in 0..<number {
                let place = base + start + 2 * index
                let key = if case .string(let text) = place.move() { text } else { "" }
                (members + index).initialize(to: JSONObject.Member(key: key, value: (place + 1).move()))
            }
            initialized = number
        }
    }
}
