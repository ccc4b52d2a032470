import Foundation

extension MultipartForm {
    /// The whole body in memory: parts in order, each after its boundary, closed by the last one.
    ///
    /// - Throws: `APIError` of kind `invalidRequest` for a boundary or a type that cannot be sent, and for a file that
    ///   cannot be read.
    public func encoded() throws -> [UInt8] {
        let reader = MultipartReader(try segments())
        var output: [UInt8] = []
        do {
            while let piece = try reader.next() { output += piece }
        } catch let error as TransportError {
            throw APIError(.invalidRequest(error.message), phase: .building, cause: error)
        }
        return output
    }

    /// The body as it is sent: in memory up to `memoryLimit`, beyond that a stream that reads the files as it goes.
    ///
    /// Its length is known either way, and each attempt begins anew.
    ///
    /// - Throws: as `encoded()`.
    public func body() throws -> HTTPBody {
        let segments = try segments()
        let length = segments.reduce(0) { $0 + $1.length }
        if length <= Self.memoryLimit { return HTTPBody(try encoded()) }
        return HTTPBody(
            .stream(length: length) {
                let reader = MultipartReader(segments)
                return AsyncThrowingStream { try reader.next() }
            })
    }

    /// The pieces of the body: bytes and files.
    private func segments() throws -> [MultipartReader.Segment] {
        guard MultipartParser.isBoundary(boundary) else {
            throw APIError(.invalidRequest("\"\(boundary)\" is no boundary"), phase: .building)
        }
        var segments: [MultipartReader.Segment] = []
        for part in parts {
            segments.append(.bytes(try head(of: part)))
            if let file = part.file {
                segments.append(.file(path: file.path, length: try Self.length(of: file, part.name)))
            } else {
                segments.append(.bytes(part.content))
            }
            segments.append(.bytes([0x0D, 0x0A]))
        }
        return segments + [.bytes(Array("--\(boundary)--\r\n".utf8))]
    }

    private func head(of part: Part) throws -> [UInt8] {
        var output = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(part.name))\"".utf8)
        if let fileName = part.fileName { output += "; filename=\"\(Self.escape(fileName))\"".utf8 }
        output += "\r\n".utf8
        if let type = part.contentType {
            guard HTTPField("Content-Type", type).isValid else {
                throw APIError(.invalidRequest("the type of part \"\(part.name)\" cannot be sent"), phase: .building)
            }
            output += "Content-Type: \(type)\r\n".utf8
        }
        return output + [0x0D, 0x0A]
    }

    private static func length(of file: URL, _ name: String) throws -> Int {
        let values: [FileAttributeKey: Any]
        do { values = try FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path) } catch {
            throw APIError(
                .invalidRequest("the file \(file.path) of part \"\(name)\" cannot be read: \(error)"),
                phase: .building, cause: error)
        }
        guard values[.type] as? FileAttributeType == .typeRegular, let size = values[.size] as? NSNumber else {
            throw APIError(.invalidRequest("\(file.path) of part \"\(name)\" is no file"), phase: .building)
        }
        return size.intValue
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
