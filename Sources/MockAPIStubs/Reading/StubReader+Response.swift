import MockAPICore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StubReader {
    /// The longest delay in milliseconds, nearly 25 days; as in WireMock.
    static let longestDelay = 2_147_483_647

    /// Reads a response definition; without one, status 200 and no content.
    mutating func response(_ node: JSONNode?) -> ResponsePlan? {
        guard let node else { return ResponsePlan(HTTPResponse()) }
        let errorsBefore = errorCount
        guard let members = members(of: node, .response) else { return nil }
        var response = HTTPResponse()
        if let status = members["status"].flatMap({ self.status($0) }) { response.status = HTTPStatus(status) }
        if let node = members["statusMessage"], let text = string(node, "statusMessage") {
            if !text.utf8.allSatisfy(HTTPToken.isFieldValueByte) {
                error(at: node, "\"statusMessage\" holds control characters", hint: "keep it to one line")
            }
            response.reason = text
        }
        if let headers = members["headers"] { response.headers = self.headers(headers) }
        content(members, &response, isTemplate: node["transformers"] != nil)

        var plan = ResponsePlan(response)
        if let node = members["fixedDelayMilliseconds"],
            let delay = integer(node, "fixedDelayMilliseconds", in: 0...Self.longestDelay)
        {
            plan.delay = .milliseconds(delay)
        }
        plan.fault = members["fault"].flatMap { fault($0) }
        plan.truncateAfter = members["truncateAfter"].flatMap { integer($0, "truncateAfter", in: 0...Int(Int32.max)) }
        plan.stallAfter = members["stallAfter"].flatMap { integer($0, "stallAfter", in: 0...Int(Int32.max)) }
        plan.bytesPerSecond = members["bytesPerSecond"].flatMap {
            integer($0, "bytesPerSecond", in: 1...Int(Int32.max))
        }
        let endings = members.present(["fault", "truncateAfter", "stallAfter"])
        if let second = endings.dropFirst().first, let first = endings.first {
            error(
                at: second.keyNode, "\"\(first.key)\" and \"\(second.key)\" exclude each other",
                hint: "keep one of them")
        }
        return errorCount == errorsBefore ? plan : nil
    }

    private mutating func status(_ node: JSONNode) -> Int? {
        if isLenient, node.integer == 0 {
            warning(at: node, "\"status\" 0 is read as 200")
            return 200
        }
        return integer(node, "status", in: 100...999)
    }

    private mutating func fault(_ node: JSONNode) -> Fault? {
        let names = Fault.allCases.map(\.rawValue)
        if node.kind == .object {
            error(at: node, "a fault with a probability is not supported yet", hint: "write the fault's name alone")
            return nil
        }
        guard let text = string(node, "fault") else { return nil }
        if let fault = Fault(rawValue: text) { return fault }
        let hint = Spelling.suggestion(for: text, among: names).map { "did you mean \"\($0)\"?" }
        error(
            at: node, "unknown fault \(Self.quoted(text))",
            hint: hint ?? "there are \(names.joined(separator: ", "))")
        return nil
    }

    // MARK: Header fields

    private mutating func headers(_ node: JSONNode) -> HTTPFields {
        var fields = HTTPFields()
        guard node.kind == .object else {
            error(at: node, "\"headers\" must be an object, found \(Self.found(node))")
            return fields
        }
        for member in namedMembers(of: node) {
            if member.key.isEmpty || !member.key.utf8.allSatisfy(HTTPToken.isTokenByte) {
                error(
                    at: member.keyNode, "\(Self.quoted(member.key)) is no header name",
                    hint: "names have letters, digits and any of !#$%&'*+-.^_`|~")
                continue
            }
            let values = member.value.kind == .array ? member.value.elements : [member.value]
            for value in values {
                if let text = headerValue(value, of: member.key) { fields.add(member.key, text) }
            }
        }
        return fields
    }

    private mutating func headerValue(_ node: JSONNode, of name: String) -> String? {
        var text = node.string
        if text == nil, isLenient, node.kind == .number || node.kind == .bool {
            text = Self.text(node)
            warning(at: node, "the value of header \"\(name)\" is read as string \"\(text ?? "")\"")
        }
        guard let text else {
            let hint = node.kind == .number || node.kind == .bool ? "write \"\(Self.text(node))\"" : nil
            error(
                at: node,
                "the value of header \"\(name)\" must be a string or a list of strings, found "
                    + Self.found(node), hint: hint)
            return nil
        }
        guard text.utf8.allSatisfy(HTTPToken.isFieldValueByte) else {
            let isSplit = text.utf8.contains(0x0D) || text.utf8.contains(0x0A)
            error(
                at: node, "the value of header \"\(name)\" holds \(isSplit ? "a line break" : "a control character")",
                hint: isSplit ? "write several values as a list of strings" : "remove it")
            return nil
        }
        return text
    }

    // MARK: Content

    /// The keys that give content, the first winning where the lenient reader finds several.
    private static let contentKeys = ["jsonBody", "base64Body", "bodyFileName", "body"]

    private mutating func content(_ members: ObjectMembers, _ response: inout HTTPResponse, isTemplate: Bool) {
        let present = members.present(Self.contentKeys)
        let ranked = Self.contentKeys.compactMap { key in present.last { $0.key == key } }
        guard let source = ranked.first else { return }
        if ranked.count > 1 {
            let names = present.map { "\"\($0.key)\"" }
            let second = present.dropFirst().first ?? source
            ambiguity(
                at: second.keyNode, "several contents: \(names.joined(separator: " and "))",
                hint: isLenient ? "\"\(source.key)\" is read" : "keep one of them")
        }
        switch source.key {
        case "jsonBody":
            response.body = HTTPBody(source.value.compactBytes)
            if !isLenient, !response.headers.contains(name: "Content-Type") {
                response.headers.add("Content-Type", "application/json")
            }
            checkType(of: members["headers"], response)
        case "base64Body":
            guard let text = string(source.value, "base64Body") else { return }
            guard let data = Data(base64Encoded: text) else {
                error(at: source.value, "\"base64Body\" is no Base64", hint: "use A-Z a-z 0-9 + / and = at the end")
                return
            }
            response.body = HTTPBody(data)
        case "bodyFileName":
            // Which file a template names is not known before a request.
            guard let name = string(source.value, "bodyFileName"), !isTemplate else { return }
            bodyFile(name, at: source.value, &response)
        default:
            if source.value.kind == .object {
                error(
                    at: source.value, "an object as \"body\" is not supported yet",
                    hint: "use \"jsonBody\" for a JSON document")
            } else if let text = string(source.value, "body") {
                response.body = HTTPBody(text)
            }
        }
    }

    /// Reports a `Content-Type` that is none of JSON beside a `jsonBody`.
    private mutating func checkType(of headers: JSONNode?, _ response: HTTPResponse) {
        guard let text = response.headers["Content-Type"], text != "application/json", let type = MediaType(text),
            !type.subtype.contains("json"),
            let field = headers?.members.first(where: { HTTPToken.equalsIgnoringCase($0.key, "Content-Type") })
        else { return }
        warning(
            at: field.value, "\"jsonBody\" is sent as \(Self.quoted(type.essence))",
            hint: "write \"application/json\", or use \"body\"")
    }

    private mutating func bodyFile(_ name: String, at node: JSONNode, _ response: inout HTTPResponse) {
        do {
            let file = try bodyFiles.find(name)
            usedBodyFiles.insert(file.path)
            response.body = HTTPBody(.file(path: file.path, length: file.length))
        } catch {
            guard isLenient, let path = error.missingPath else {
                self.error(at: node, error.message, hint: error.hint)
                return
            }
            warning(at: node, error.message, hint: "the stub answers 500 as long as there is none")
            response.body = HTTPBody(.file(path: path, length: 0))
        }
    }
}
