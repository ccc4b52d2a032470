extension MultipartForm {
    /// The whole body: parts in order, each after its boundary, closed by the last one.
    ///
    /// - Throws: `APIError` of kind `invalidRequest` for a boundary or a type that cannot be sent.
    public func encoded() throws -> [UInt8] {
        guard MultipartParser.isBoundary(boundary) else {
            throw APIError(.invalidRequest("\"\(boundary)\" is no boundary"), phase: .building)
        }
        var output: [UInt8] = []
        output.reserveCapacity(parts.reduce(0) { $0 + $1.content.count + boundary.utf8.count + 200 })
        for part in parts {
            output += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(part.name))\"".utf8
            if let fileName = part.fileName { output += "; filename=\"\(Self.escape(fileName))\"".utf8 }
            output += "\r\n".utf8
            if let type = part.contentType {
                guard HTTPField("Content-Type", type).isValid else {
                    throw APIError(
                        .invalidRequest("the type of part \"\(part.name)\" cannot be sent"), phase: .building)
                }
                output += "Content-Type: \(type)\r\n".utf8
            }
            output += "\r\n".utf8
            output += part.content
            output += "\r\n".utf8
        }
        output += "--\(boundary)--\r\n".utf8
        return output
    }

    /// A boundary that occurs in no content but by a chance of 1 in 2^128.
    static func randomBoundary() -> String {
        let digits = Array("0123456789abcdef".utf8)
        var generator = SystemRandomNumberGenerator()
        let random = (0..<32).map { _ in digits[Int(UInt8.random(in: 0..<16, using: &generator))] }
        return "mockapi-" + String(decoding: random, as: UTF8.self)
    }

    /// Escapes what would end the quotes or the line (WHATWG HTML, multipart/form-data encoding algorithm).
    private static func escape(_ name: String) -> String {
        var output = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": output += "%22"
            case "\r": output += "%0D"
            case "\n": output += "%0A"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
