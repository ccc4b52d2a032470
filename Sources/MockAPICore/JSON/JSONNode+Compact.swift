extension JSONNode {
    /// The value as compact JSON, the same bytes as `value.renderedBytes()`, without making the value.
    package var compactBytes: [UInt8] {
        document.bytes.withUnsafeBufferPointer { bytes in
            var output = JSONOutput()
            var needsComma = false
            for index in index..<document.tape.next(after: index) {
                let token = document.tape[index]
                if needsComma, token.kind != .endArray, token.kind != .endObject { output.append(UInt8(ascii: ",")) }
                if token.hasEscapes {
                    output.appendString(token.text(in: bytes))
                } else {
                    output.append(UnsafeBufferPointer(rebasing: bytes[token.start..<token.end]))
                }
                switch token.kind {
                case .key:
                    output.append(UInt8(ascii: ":"))
                    needsComma = false
                case .beginArray, .beginObject: needsComma = false
                case .endArray, .endObject, .string, .number, .true, .false, .null: needsComma = true
                }
            }
            return output.bytes
        }
    }
}
