import MockAPICore

/// Reads the input as JSON; what is accepted must print to a text that reads to an equal value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    do {
        let document = try JSONDocument(parsing: bytes, file: "input.json")
        let value = document.root.value
        _ = document.duplicateKeys.map(\.location)
        for style in [JSONStyle.compact, .pretty] {
            let again = try? JSONValue(parsing: value.renderedBytes(style))
            precondition(again == value && again?.hashValue == value.hashValue, "printed, the value reads otherwise")
        }
    } catch {
        _ = error.finding(file: "input.json", bytes: bytes).description
    }
    return 0
}
