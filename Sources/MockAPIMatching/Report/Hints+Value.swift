internal import MockAPICore

extension Hints {
    /// Where a value stands.
    enum Place { case path, query, header, body }

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
        case .doesNotContain, .absent: return nil
        case .equalToJSON(let wanted, let options): return json(wanted, options, input)
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
            return "the value sent is percent-encoded\(place == .header || place == .body ? "" : " twice")"
        }
        if wanted.contains("%"), ByteText.equal(PercentCoding.decode(wanted), found) {
            return "values are compared decoded; write \(Quoted.text(found))"
        }
        if place == .query, wanted.contains("+"), ByteText.equal(PercentCoding.decode(wanted, plusIsSpace: true), found)
        {
            return "a + in a query is a blank; a plus sign is sent as %2B"
        }
        if ByteText.equal(wanted.trimmingBlanks, found.trimmingBlanks) {
            return "only blanks or line breaks at the ends differ"
        }
        if ByteText.equal("\"\(wanted)\"", found) { return "the value is sent between quotes" }
        if wanted.unixLineEnds == found.unixLineEnds { return "only the line ends differ" }
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

    private static func json(_ wanted: JSONValue, _ options: JSONComparison.Options, _ input: MatchInput) -> String? {
        switch input.json {
        case nil: return nil
        case .failure(let error): return "the value sent is not JSON: \(error.message) at byte \(error.offset + 1)"
        case .success(let found):
            var options = options
            if case .string(let text) = found, let inner = try? JSONValue(parsing: text),
                JSONComparison(options).matches(expected: wanted, found: inner)
            {
                return "the value sent is a JSON string that holds the JSON; it is encoded twice"
            }
            if !options.ignoreArrayOrder {
                options.ignoreArrayOrder = true
                if JSONComparison(options).matches(expected: wanted, found: found) {
                    return "only the order of array elements differs; \"ignoreArrayOrder\": true would allow that"
                }
                options.ignoreArrayOrder = false
            }
            guard !options.ignoreExtraElements else { return nil }
            options.ignoreExtraElements = true
            return JSONComparison(options).matches(expected: wanted, found: found)
                ? "there is only more than expected; \"ignoreExtraElements\": true would allow that" : nil
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
