import Foundation
import MockAPICore

extension MultipartPart {
    /// The part as `sent.parts` compares it: its names, its type, and its content as text or else as Base64.
    var json: JSONValue {
        var object: JSONObject = ["name": .string(name), "fileName": fileName.map { .string($0) } ?? .null]
        if let type = headers["Content-Type"] { object.append("contentType", .string(type)) }
        if let text = String(validating: content, as: UTF8.self) {
            object.append("body", .string(text))
        }
        object.append("base64", .string(Data(content).base64EncodedString()))
        if contentType?.isJSON == true, let value = try? JSONValue(parsing: content) { object.append("json", value) }
        return .object(object)
    }
}
