extension JSONDocument {
    /// Reads a text whose root may be an object with a long array, and hands the elements of the array over one by one, so
    /// that their tokens need not be in memory together.
    ///
    /// The document returned has all of the text but those elements: its array is empty. An element is the root of a
    /// document of its own, with the places of the whole text. Elements are handed over before the text behind them is
    /// read, so that all of them are void where an error is thrown.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - file: the name of the file, for locations.
    ///   - options: how to read.
    ///   - key: the key of the array in the root object.
    ///   - begin: called where an array of this key begins; for a repeated key once more.
    ///   - body: called with each element.
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    package static func read(
        _ bytes: [UInt8], file: String, options: JSONReadingOptions, elementsOf key: StaticString, begin: () -> Void,
        _ body: (JSONNode) -> Void
    ) throws(JSONSyntaxError) -> JSONDocument {
        let places = PlaceFinder()
        var elementPlaces = places
        var elementCount = 0
        let tape = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
            try JSONTape.check(buffer)
            var reader = JSONTokenReader(buffer, options: options)
            var builder = JSONTapeBuilder(capacity: 64)
            var isKeyed = false
            var place = LinePlace(startOf: buffer)
            while let token = try reader.next() {
                try builder.add(token)
                if isKeyed, builder.depth == 2, token.kind == .beginArray {
                    begin()
                    var capacity = 64
                    while let first = try reader.next() {
                        if first.kind == .endArray {
                            try builder.add(first)
                            break
                        }
                        if elementCount % Self.elementsWithPlaces == 0 {
                            place.advance(to: first.start, in: buffer)
                            elementPlaces = PlaceFinder(from: place)
                        }
                        elementCount += 1
                        let element = try Self.element(first, &reader, capacity: capacity)
                        capacity = element.count
                        body(JSONDocument(bytes: bytes, file: file, tape: element, places: elementPlaces).root)
                    }
                }
                isKeyed = builder.depth == 1 && token.kind == .key && token.isKey(key, in: buffer)
            }
            return builder.tape
        }
        return JSONDocument(bytes: bytes, file: file, tape: tape, places: places)
    }

    /// How many elements share what finds their places, which is quick for a thread that asks for them in order.
    private static let elementsWithPlaces = 128

    /// The tokens of the value that begins with `first`.
    private static func element(
        _ first: JSONToken, _ reader: inout JSONTokenReader, capacity: Int
    ) throws(JSONSyntaxError) -> JSONTape {
        var builder = JSONTapeBuilder(capacity: capacity)
        try builder.add(first)
        while builder.depth > 0, let token = try reader.next() { try builder.add(token) }
        return builder.tape
    }
}

extension JSONToken {
    fileprivate func isKey(_ name: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        name.withUTF8Buffer { isKey($0, in: bytes) }
    }
}
