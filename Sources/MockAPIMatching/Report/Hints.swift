internal import MockAPICore

/// What may have gone wrong, for each kind of condition that does not hold; `nil` where nothing is to be said.
///
/// A hint is one line without a full stop.
enum Hints {
    static func method(_ pattern: MethodPattern, _ subject: MatchSubject) -> String? {
        switch pattern {
        case .one(let wanted): return method([wanted], subject)
        case .oneOf(let wanted): return method(wanted, subject)
        case .any, .noneOf: return nil
        }
    }

    private static func method(_ wanted: [HTTPMethod], _ subject: MatchSubject) -> String? {
        if wanted.contains(.get), subject.methodBytes.elementsEqual("HEAD".utf8) {
            return "a stub for GET does not answer HEAD; add one for HEAD, or use the method ANY"
        }
        if wanted.contains(where: { HTTPToken.equalsIgnoringCase(subject.methodBytes, $0.rawValue.utf8) }) {
            return "only the letter case differs; methods are compared with case"
        }
        guard subject.methodBytes.elementsEqual("OPTIONS".utf8),
            let asked = subject.headerValues("Access-Control-Request-Method").first
        else { return nil }
        return
            "a browser asks first whether it may send \(Quoted.plain(asked, limit: 40)) (CORS); add a stub for OPTIONS"
    }

    /// What to say of a method where everything else is as expected.
    static func onlyMethod(_ pattern: MethodPattern, _ subject: MatchSubject) -> String? {
        let found = Quoted.plain(String(decoding: subject.methodBytes, as: UTF8.self), limit: 40)
        switch pattern {
        case .one(let wanted):
            return "only the method differs; add a stub for \(found), or use {\"oneOf\": [\"\(wanted)\", \"\(found)\"]}"
        case .oneOf: return "only the method differs; add \(found) to \"oneOf\""
        case .noneOf: return "only the method differs; take \(found) out of \"noneOf\""
        case .any: return nil
        }
    }

    static func pathParameter(_ pattern: ValuePattern, _ input: MatchInput, _ log: MatchLog) -> String? {
        input.isAbsent
            ? "the path does not match, so there is no such parameter" : value(pattern, input, log, in: .path)
    }

    static func query(
        _ named: NamedPattern<MultiValuePattern>, _ values: [String], _ subject: MatchSubject
    ) -> String? {
        if !values.isEmpty { return multiValue(named.pattern, values, subject.log, in: .query) }
        if !subject.formValues(named.name).isEmpty { return "it is in the form of the body; use formParameters" }
        if subject.request.target.query == nil { return "the request has no query" }
        return otherName(named.name, subject.query.map(\.name), "parameters")
    }

    /// A name that the request has and that looks like the one that it lacks.
    static func otherName(_ wanted: String, _ names: [String], _ noun: String) -> String? {
        if let name = names.first(where: { ByteText.equalIgnoringCase($0, wanted) }) {
            return "the request has \(Quoted.text(name)); names of \(noun) are compared with case"
        }
        let name =
            names.first { ByteText.equal($0, "\(wanted)[]") || ByteText.equal("\($0)[]", wanted) }
            ?? Spelling.suggestion(for: wanted, among: names.prefix(100))
        return name.map { "the request has \(Quoted.text($0))" }
    }

    static func header(
        _ named: NamedPattern<MultiValuePattern>, _ values: [String], _ subject: MatchSubject
    ) -> String? {
        if !values.isEmpty {
            return contentType(named, values) ?? multiValue(named.pattern, values, subject.log, in: .header)
        }
        let names = subject.request.headers.prefix(100).map(\.name)
        if let name = Spelling.suggestion(for: named.name, among: names) {
            return "the request has \(Quoted.text(name))"
        }
        return "the request has no such header"
    }

    static func body(_ pattern: ValuePattern, _ subject: MatchSubject) -> String? {
        if subject.body.bytes.isEmpty { return "the request has no body" }
        if let coding = subject.headerValues("Content-Encoding").first,
            !HTTPToken.equalsIgnoringCase(coding, "identity")
        {
            return "the body is compressed (\(Quoted.text(coding, limit: 40))), and is compared as it is sent"
        }
        if subject.isForm, case .equalToJSON = pattern, case .failure = subject.body.json {
            return "the body is a form; use formParameters"
        }
        return value(pattern, .content(subject.body), subject.log, in: .body)
    }

    private static func contentType(_ named: NamedPattern<MultiValuePattern>, _ values: [String]) -> String? {
        guard HTTPToken.equalsIgnoringCase(named.name, "Content-Type"),
            case .any(.equalTo(let wanted, _)) = named.pattern,
            let found = values.first
        else { return nil }
        let wantedParts = mediaType(wanted)
        let foundParts = mediaType(found)
        guard HTTPToken.equalsIgnoringCase(wantedParts.type, foundParts.type),
            !HTTPToken.equalsIgnoringCase(wantedParts.parameters, foundParts.parameters)
        else { return nil }
        if foundParts.parameters.isEmpty {
            return "the media type is right, but the request has no \(Quoted.text(wantedParts.parameters))"
        }
        return
            "the media type is right, but the request adds \(Quoted.text(foundParts.parameters)); use contains or matches"
    }

    private static func mediaType(_ value: String) -> (type: String, parameters: String) {
        let type = value.prefix { $0 != ";" }
        let rest = value[type.endIndex...].drop { $0 == ";" || $0 == " " }
        return (String(type).trimmingBlanks, String(rest).trimmingBlanks)
    }

    static func multiValue(
        _ pattern: MultiValuePattern, _ values: [String], _ log: MatchLog, in place: Place
    ) -> String? {
        switch pattern {
        case .any(let pattern):
            return values.lazy.compactMap { value(pattern, .text($0), log, in: place) }.first
        case .hasExactly(let patterns) where patterns.count != values.count:
            return "\(patterns.count) \(patterns.count == 1 ? "value is" : "values are") expected, \(values.count) sent"
        case .hasExactly(let patterns), .includes(let patterns):
            let unmet = patterns.first { pattern in !values.contains { pattern.matches(.text($0), log: log) } }
            return unmet.map { "no value is \($0.explanation)" }
        }
    }
}

extension String {
    /// The text without blanks, tabs and line breaks at its ends.
    var trimmingBlanks: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
        }
        var rest = unicodeScalars[...]
        while let first = rest.first, isBlank(first) { rest.removeFirst() }
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest)
    }
}
