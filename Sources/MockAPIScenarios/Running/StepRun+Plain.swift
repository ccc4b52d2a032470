import Foundation
import MockAPIClient
import MockAPICore
import MockAPIServer
import MockAPIStubs

extension StepRun {
    /// Makes a call of a plain request.
    func plainCall(_ plain: PlainRequest) throws(Unsendable) -> PlainCall {
        let line: PlainRequestLine
        let text = plain.line.resolved(variables)
        do {
            line = try PlainRequestLine(text.string ?? text.rendered(.compact))
        } catch {
            throw unsendable(plain.line, "the request cannot be sent: \(error.message)")
        }
        let base = options.provider.baseURL ?? server?.baseURL.absoluteString ?? ""
        return PlainCall(
            base: .url(line.isAbsolute ? line.target : base), path: line.isAbsolute ? "" : line.target,
            method: line.method, headers: fields(plain.headers), content: try content(plain))
    }

    private func content(_ plain: PlainRequest) throws(Unsendable) -> RequestBody? {
        switch plain.content {
        case .none: return nil
        case .json(let json):
            return RequestBody(
                HTTPBody(json.resolved(variables).renderedBytes(.compact)), contentType: "application/json")
        case .text(let text): return .text(self.text(text))
        case .form(let members):
            let pairs = members.flatMap { member in
                switch member.value.resolved(variables) {
                case .array(let values): values.map { QueryPair(member.name, Self.text($0)) }
                case let value: [QueryPair(member.name, Self.text(value))]
                }
            }
            return RequestBody(
                HTTPBody(QueryPair.encode(pairs, for: .form)), contentType: "application/x-www-form-urlencoded")
        case .multipart(let parts):
            var form = MultipartForm()
            for part in parts { form.parts.append(try self.part(part)) }
            do {
                return try RequestBody.multipart(form)
            } catch {
                let location = parts.first?.name ?? plain.line
                throw unsendable(location, "the form cannot be sent: \((error as? APIError)?.message ?? "\(error)")")
            }
        case .file(let file):
            let (path, bytes) = try contents(of: file)
            return RequestBody(HTTPBody(bytes), contentType: ContentFile.contentType(of: path))
        }
    }

    private func part(_ part: FormPart) throws(Unsendable) -> MultipartForm.Part {
        let name = text(part.name)
        var fileName = part.fileName.map { text($0) }
        var type: String?
        let bytes: [UInt8]
        switch part.content {
        case .text(let value): bytes = Array(text(value).utf8)
        case .json(let value):
            bytes = value.resolved(variables).renderedBytes(.compact)
            type = "application/json"
        case .base64(let value):
            guard let data = Data(base64Encoded: text(value)) else { throw unsendable(value, "this is no Base64") }
            bytes = [UInt8](data)
            type = "application/octet-stream"
        case .file(let file):
            let (path, content) = try contents(of: file)
            bytes = content
            fileName = fileName ?? path.split(separator: "/").last.map { String($0) }
            type = ContentFile.contentType(of: path)
        }
        return MultipartForm.Part(
            name: name, fileName: fileName, contentType: part.contentType.map { text($0) } ?? type, content: bytes)
    }

    private func contents(of file: ContentFile) throws(Unsendable) -> (path: String, bytes: [UInt8]) {
        let path = file.path(variables)
        if let problem = ContentFile.problem(of: path) { throw unsendable(file.path, problem) }
        do {
            return (path, try FileSystem.contents(of: path))
        } catch {
            throw unsendable(file.path, "cannot read \(path): \(error.message)")
        }
    }

    private func unsendable(_ value: ScenarioValue, _ message: String) -> Unsendable {
        Unsendable(
            failures: [StepFailure(.parameters, at: value.location, found: value.resolved(variables), message)])
    }

    private func text(_ value: ScenarioValue) -> String { Self.text(value.resolved(variables)) }
}
