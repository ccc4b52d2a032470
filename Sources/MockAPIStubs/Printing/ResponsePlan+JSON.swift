import MockAPICore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponsePlan {
    /// The answer as a stub file writes it.
    ///
    /// Header fields of one name stand together; the order of fields of different names, which has no meaning
    /// (RFC 9110, section 5.3), is otherwise kept.
    func json() throws(StubPrintingError) -> JSONValue {
        var object: JSONObject = ["status": .integer(response.status.code)]
        if let reason = response.reason { object.append("statusMessage", .string(reason)) }
        if !response.headers.isEmpty { object.append("headers", response.headers.json) }
        if let (key, value) = try content() { object.append(key, value) }
        if delay != .zero { object.append("fixedDelayMilliseconds", .integer(try milliseconds())) }
        if let fault { object.append("fault", .string(fault.rawValue)) }
        if let truncateAfter { object.append("truncateAfter", .integer(truncateAfter)) }
        if let stallAfter { object.append("stallAfter", .integer(stallAfter)) }
        if let bytesPerSecond { object.append("bytesPerSecond", .integer(bytesPerSecond)) }
        return .object(object)
    }

    private func content() throws(StubPrintingError) -> (key: String, value: JSONValue)? {
        switch response.body.source {
        case .stream: throw StubPrintingError("the content is a stream, which no stub file has")
        case .file(let path, _): return ("bodyFileName", .string(try Self.bodyFileName(path)))
        case .bytes(let bytes):
            if bytes.isEmpty { return nil }
            if let document = jsonContent(bytes) { return ("jsonBody", document) }
            if let text = String(validating: bytes, as: UTF8.self) { return ("body", .string(text)) }
            return ("base64Body", .string(Data(bytes).base64EncodedString()))
        }
    }

    /// The content as a document, where it is announced as JSON and reads back as the same bytes.
    private func jsonContent(_ bytes: [UInt8]) -> JSONValue? {
        guard let type = response.headers["Content-Type"].flatMap({ MediaType($0) }), type.isJSON,
            JSONValue.canBeEmbedded(bytes), let document = try? JSONValue(parsing: bytes),
            document.renderedBytes(.compact) == bytes
        else { return nil }
        return document
    }

    /// What follows the last `__files` folder of a path.
    static func bodyFileName(_ path: String) throws(StubPrintingError) -> String {
        let segments = path.split(separator: "/")
        guard let folder = segments.lastIndex(of: Substring(StubTree.bodyFolderName)), folder + 1 < segments.count
        else {
            throw StubPrintingError("the body file \(path) is in no \(StubTree.bodyFolderName) folder")
        }
        return segments[(folder + 1)...].joined(separator: "/")
    }

    private func milliseconds() throws(StubPrintingError) -> Int {
        let (seconds, attoseconds) = delay.components
        let (thousands, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000)
        guard !overflow, attoseconds % 1_000_000_000_000_000 == 0 else {
            throw StubPrintingError("the delay \(delay) is no whole number of milliseconds")
        }
        return thousands + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Whether both are the same to a client: header fields of different names in whatever order.
    func isSame(as other: ResponsePlan) -> Bool {
        response.status == other.response.status && response.reason == other.response.reason
            && response.headers.grouped == other.response.headers.grouped
            && response.body.isSame(as: other.response.body) && delay == other.delay && fault == other.fault
            && truncateAfter == other.truncateAfter && stallAfter == other.stallAfter
            && bytesPerSecond == other.bytesPerSecond
    }
}

extension HTTPBody {
    fileprivate func isSame(as other: HTTPBody) -> Bool {
        switch (source, other.source) {
        case (.bytes(let bytes), .bytes(let others)): bytes == others
        case (.file(let path, _), .file(let otherPath, _)): path == otherPath
        default: false
        }
    }
}

extension HTTPFields {
    /// The names as they are spelt, each where it comes first, with all of its values.
    fileprivate var spelt: [(name: String, values: [String])] {
        var spelt: [(name: String, values: [String])] = []
        var places: [[UInt8]: Int] = [:]
        for field in self {
            if let place = places[Array(field.name.utf8)] {
                spelt[place].values.append(field.value)
            } else {
                places[Array(field.name.utf8)] = spelt.count
                spelt.append((field.name, [field.value]))
            }
        }
        return spelt
    }

    fileprivate var json: JSONValue {
        let members = spelt.map { name, values in
            (key: name, value: values.count == 1 ? .string(values[0]) : JSONValue.array(values.map { .string($0) }))
        }
        return .object(JSONObject(members))
    }

    fileprivate var grouped: [[UInt8]: [[UInt8]]] {
        Dictionary(uniqueKeysWithValues: spelt.map { (Array($0.name.utf8), $0.values.map { Array($0.utf8) }) })
    }
}
