internal import MockAPICore

extension Hints {
    /// Where a value stands.
    enum Place { case path, query, header, cookie, form, origin, body }

    /// Texts longer than this are not compared in other ways.
    private static let longest = 65_536

    static func value(_ pattern: ValuePattern, _ input: MatchInput, _ log: MatchLog, in place: Place) -> String? {
        guard let text = input.text else { return nil }
        switch pattern {
        case .equalTo(let wanted, let ignoringCase):
            guard text.utf8.count <= longest else { return nil }
            return equality(wanted, text, isCaseKnown: ignoringCase, in: place)
        case .contains(let part):
            guard text.utf8.count <= longest, ValuePattern.contains(part.lowercased()).matches(text.lowercased()) else {
                return nil
            }
            return "it does, but in another letter case"
        case .matches(let regex), .doesNotMatch(let regex): return self.regex(regex, text, log, whole: "value")
        case .matchesPathTemplate(let template): return self.template(template, EncodedText.normalize(text.utf8)[...])
        case .doesNotContain, .absent, .anything, .not: return nil
        case .equalToJSON(let wanted, let options): return json(wanted, options, input, log)
        case .binaryEqualTo(let wanted): return binary(wanted, input)
        case .and(let patterns):
            return patterns.first { !$0.matches(input, log: log) }.flatMap { value($0, input, log, in: place) }
        case .or(let patterns):
            let nearest = patterns.map { (pattern: $0, distance: $0.distance(to: input, log: log)) }
                .min { $0.distance < $1.distance }
            return nearest.flatMap { value($0.pattern, input, log, in: place) }
        }
    }

    /// What to say of a regular expression that does not match a text.
    static func regex(_ regex: RegexPattern, _ text: String, _ log: MatchLog, whole: String) -> String? {
        if let hint = runaway(regex, text, log) { return hint }
        guard text.utf8.count <= longest, regex.matchesPart(of: text, log: log) else { return nil }
        return "the regex has to match the whole \(whole), but it matches only a part of it"
    }

    static func runaway(_ regex: RegexPattern, _ text: String, _ log: MatchLog) -> String? {
        guard log.hasRunAway(regex.pattern, on: text) else { return nil }
        return
            "the regex took too long, so the condition counts as not met; nested repetitions such as (a+)+ cause that"
    }

    private static func equality(_ wanted: String, _ found: String, isCaseKnown: Bool, in place: Place) -> String? {
        if !isCaseKnown, ByteText.equalIgnoringCase(wanted, found) {
            return "only the letter case differs; \"caseInsensitive\": true would allow that"
        }
        if wanted == found { return "the texts look the same, but their characters are composed differently" }
        if found.contains("%"), ByteText.equal(PercentCoding.decode(found), wanted) {
            let isDecoded = place == .path || place == .query || place == .form
            return "the value sent is percent-encoded\(isDecoded ? " twice" : "")"
        }
        if wanted.contains("%"), ByteText.equal(PercentCoding.decode(wanted), found) {
            return "values are compared decoded; write \(Quoted.text(found))"
        }
        if place == .query || place == .form, wanted.contains("+"),
            ByteText.equal(PercentCoding.decode(wanted, plusIsSpace: true), found)
        {
            return "a + in a \(place == .form ? "form" : "query") is a blank; a plus sign is sent as %2B"
        }
        if ByteText.equal(wanted.trimmingBlanks, found.trimmingBlanks) {
            return "only blanks or line breaks at the ends differ"
        }
        if ByteText.equal("\"\(wanted)\"", found) { return "the value is sent between quotes" }
        if wanted.unixLineEnds == found.unixLineEnds { return "only the line ends differ" }
        if place == .header, let blank = wanted.utf8.firstIndex(of: UInt8(ascii: " ")),
            ByteText.equal(String(wanted[wanted.utf8.index(after: blank)...]), found)
        {
            return "\(Quoted.text(String(wanted[..<blank]), limit: 40)) before the value is missing"
        }
        if place == .header,
            found.split(separator: ",").contains(where: { ByteText.equal(String($0).trimmingBlanks, wanted) })
        {
            return "one line with commas is one value; use contains or matches"
        }
        if let wantedNumber = JSONNumber(wanted), let foundNumber = JSONNumber(found), wantedNumber == foundNumber {
            return "the numbers are equal, but they are compared as texts"
        }
        if place == .body, let wantedJSON = try? JSONValue(parsing: wanted),
            let foundJSON = try? JSONValue(parsing: found),
            wantedJSON == foundJSON
        {
            return "it is the same JSON, written in another way; use equalToJson"
        }
        return nil
    }

    private static func binary(_ wanted: [UInt8], _ input: MatchInput) -> String? {
        input.withBytes { found in
            if found.elementsEqual(Base64.text(wanted).utf8) { return "the bytes are sent as Base64" }
            if found.count != wanted.count { return "\(wanted.count) bytes are expected, \(found.count) sent" }
            return zip(found, wanted).enumerated().first { $1.0 != $1.1 }.map {
                "the first byte that differs is number \($0.offset + 1)"
            }
        } ?? nil
    }

    private static func json(
        _ wanted: JSONValue, _ options: JSONComparison.Options, _ input: MatchInput, _ log: MatchLog
    ) -> String? {
        switch input.json {
        case nil: return nil
        case .failure(let error): return "the value sent is not JSON: \(error.message) at byte \(error.offset + 1)"
        case .success(let found):
            let differences = JSONComparison(options, log: log).differences(expected: wanted, found: found)
            var options = options
            if case .string(let text) = found, let inner = try? JSONValue(parsing: text),
                JSONComparison(options, log: log).matches(expected: wanted, found: inner)
            {
                return "the value sent is a JSON string that holds the JSON; it is encoded twice"
            }
            if !options.ignoreArrayOrder {
                options.ignoreArrayOrder = true
                if JSONComparison(options, log: log).matches(expected: wanted, found: found) {
                    return "only the order of array elements differs; \"ignoreArrayOrder\": true would allow that"
                }
                options.ignoreArrayOrder = false
            }
            if !options.ignoreExtraElements {
                options.ignoreExtraElements = true
                if JSONComparison(options, log: log).matches(expected: wanted, found: found) {
                    return "there is only more than expected; \"ignoreExtraElements\": true would allow that"
                }
            }
            return differences.lazy.compactMap(\.hint).first
        }
    }
}

extension String {
    /// The text with LF for CRLF and CR, as bytes.
    fileprivate var unixLineEnds: [UInt8] {
        var output: [UInt8] = []
        var wasReturn = false
        for byte in utf8 {
            if !(byte == 0x0A && wasReturn) { output.append(byte == 0x0D ? 0x0A : byte) }
            wasReturn = byte == 0x0D
        }
        return output
    }
}
