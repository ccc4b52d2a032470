import Foundation
import MockAPICore

extension ScenarioReader {
    /// Reads what a step sends.
    mutating func readSend(_ node: JSONNode) -> StepSend? {
        guard let members = object(node, .send) else { return nil }
        let timeout = seconds(members["timeout"], "timeout")
        let cancelAfter = seconds(members["cancelAfter"], "cancelAfter")
        let kind: StepSend.Kind?
        switch (members["request"], members["http"]) {
        case (let request?, nil):
            refuse(["headers"] + Self.contentKeys, of: members, with: "request")
            kind = catalogRequest(request, with: members["with"])
        case (nil, let http?):
            refuse(["with", "callback", "download", "debounced", "throttled"], of: members, with: "http")
            kind = plainRequest(http, members)
        case (_?, let http?):
            report(http.location, "\"http\" cannot go with \"request\"", hint: "use one of them")
            kind = nil
        case (nil, nil):
            report(node.location, "\"send\" needs \"request\" or \"http\"")
            kind = nil
        }
        let (form, thinning) = (readForm(members), readThinning(members))
        return kind.map {
            StepSend(
                kind: $0, location: node.location, timeout: timeout, cancelAfter: cancelAfter, form: form,
                thinning: thinning)
        }
    }

    private mutating func refuse(_ keys: [String], of members: [String: JSONNode], with other: String) {
        for key in keys {
            guard let node = members[key] else { continue }
            report(node.location, "\"\(key)\" cannot go with \"\(other)\"")
        }
    }

    private mutating func catalogRequest(_ node: JSONNode, with parameters: JSONNode?) -> StepSend.Kind? {
        let value = parameters.map { self.value($0) }
        if let parameters, !expect(parameters, .object, "with") { return nil }
        guard let name = text(node, "request") else { return nil }
        guard let entry = catalog[name] else {
            let near = Spelling.suggestion(for: name, among: catalog.names)
            let all = catalog.names.isEmpty ? "the catalog is empty" : "the catalog has " + Wording.list(catalog.names)
            report(node.location, "unknown request \(node.quoted)", hint: near.map { "did you mean \"\($0)\"?" } ?? all)
            return nil
        }
        let known = value.map { self.known($0) } ?? .object(JSONObject())
        if let known, case .problems(let problems) = entry.prepare(known) {
            for problem in problems {
                let place = value?.location(of: problem.path) ?? node.location
                report(place, "parameters of \"\(name)\": \(problem.message)", hint: problem.hint)
            }
            return nil
        }
        return .catalog(entry, with: value)
    }

    mutating func plainRequest(_ node: JSONNode, _ members: [String: JSONNode]) -> StepSend.Kind? {
        let headers = headers(members["headers"], "headers")
        let given = Self.contentKeys.filter { members[$0] != nil }
        if given.count > 1, let second = members[given[1]] {
            report(second.location, "\"\(given[1])\" cannot go with \"\(given[0])\"")
        }
        let content = readContent(members)
        guard expect(node, .string, "http"), let text = node.string else { return nil }
        let line = value(node)
        if let problem = PlainRequestLine.problem(of: text) {
            report(
                node.location, "\(node.quoted) is no request: \(problem)",
                hint: "write \"GET /path?query\" or \"GET http://host/path\"")
            return nil
        }
        return .http(PlainRequest(line: line, headers: headers, content: content))
    }

    /// The keys that give a plain request its content, of which it has one at most.
    private static let contentKeys = ["json", "body", "form", "multipart", "file"]

    private mutating func readContent(_ members: [String: JSONNode]) -> PlainRequest.Content {
        if let json = members["json"] { return .json(value(json)) }
        if let body = members["body"] {
            let value = value(body)
            return expect(body, .string, "body") ? .text(value) : .none
        }
        if let form = members["form"] {
            return .form(namedValues(form, "form", allows: [.string, .number, .bool, .array], matchers: false))
        }
        if let multipart = members["multipart"], expect(multipart, .array, "multipart") {
            return .multipart(multipart.elements.compactMap { readPart($0) })
        }
        if let file = members["file"] { return contentFile(file).map { .file($0) } ?? .none }
        return .none
    }

    private mutating func readPart(_ node: JSONNode) -> FormPart? {
        guard let members = object(node, .formPart) else { return nil }
        let keys = ["body", "json", "base64", "file"].filter { members[$0] != nil }
        guard let nameNode = members["name"], keys.count == 1, let key = keys.first, let contentNode = members[key]
        else {
            let what = members["name"] == nil ? "\"name\"" : "one of \"body\", \"json\", \"base64\" and \"file\""
            report(node.location, "a part to send needs \(what)")
            return nil
        }
        let name = plainText(nameNode, "name")
        let fileName = members["fileName"].flatMap { plainText($0, "fileName") }
        let contentType = members["contentType"].flatMap { plainText($0, "contentType") }
        let content: FormPart.Content?
        switch key {
        case "json": content = .json(value(contentNode))
        case "file": content = contentFile(contentNode).map { .file($0) }
        case "base64":
            let value = plainText(contentNode, key)
            if let text = value.flatMap({ known($0) })?.string, Data(base64Encoded: text) == nil {
                report(contentNode.location, "\(contentNode.quoted) is no Base64")
            }
            content = value.map { .base64($0) }
        default: content = plainText(contentNode, key).map { .text($0) }
        }
        guard let name, let content else { return nil }
        return FormPart(name: name, content: content, fileName: fileName, contentType: contentType)
    }

    /// A text in which variables may stand.
    private mutating func plainText(_ node: JSONNode, _ name: String) -> ScenarioValue? {
        let value = value(node)
        return expect(node, .string, name) ? value : nil
    }

    /// A file to send; it has to be there where the path is known.
    private mutating func contentFile(_ node: JSONNode) -> ContentFile? {
        guard let value = plainText(node, "file") else { return nil }
        let file = ContentFile(path: value)
        guard let known = known(value) else { return file }
        let path = FilePath.resolve(
            known.string ?? known.rendered(.compact), against: FilePath.folder(of: node.document.file))
        if let problem = ContentFile.problem(of: path) {
            report(node.location, problem, hint: "paths are relative to the scenario file")
        }
        return file
    }
}
