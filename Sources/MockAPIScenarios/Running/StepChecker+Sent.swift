import MockAPICore

extension StepChecker {
    /// Compares the requests that arrived with what was to be sent.
    func sentFailures() -> [StepFailure] {
        guard let sent = expect.sent else { return [] }
        let failuresOfEach = evidence.arrivals.map { sentFailures(sent, $0.request) }
        let matching = failuresOfEach.count(where: \.isEmpty)
        if let times = sent.times {
            let expected = times.expected(variables)
            if equal(.sent, times, .integer(matching), "") == nil { return [] }
            let count = StepFailure(
                .sent, at: times.location, path: "times", expected: expected, found: .integer(matching),
                "another number of requests was sent")
            return [count] + (matching == 0 ? nearest(failuresOfEach) : [])
        }
        if matching > 0 { return [] }
        if failuresOfEach.isEmpty { return [StepFailure(.sent, at: sent.location, "no request arrived")] }
        return nearest(failuresOfEach)
    }

    /// A warning where `times` is a matcher that no request at all meets, and so nothing else was compared.
    func sentWarnings() -> [Finding] {
        guard let sent = expect.sent, sent.saysMoreThanTimes, let times = sent.times, times.isMatcher,
            equal(.sent, times, .integer(0), "") == nil,
            !evidence.arrivals.contains(where: { sentFailures(sent, $0.request).isEmpty })
        else { return [] }
        return [
            Finding(
                .warning, at: times.location, "no request was like this, so the rest of \"sent\" checked nothing",
                hint: "let \"times\" be 0, if that is right, or a matcher that 0 does not meet")
        ]
    }

    /// The failures of the request that has the fewest.
    private func nearest(_ failures: [[StepFailure]]) -> [StepFailure] { failures.min { $0.count < $1.count } ?? [] }

    private func sentFailures(_ sent: SentExpectation, _ request: ReceivedRequest) -> [StepFailure] {
        var failures = [
            equal(.sent, sent.method, .string(request.method.rawValue), path: "method", "another method was sent"),
            pathFailure(sent.path, request),
        ].compactMap(\.self)
        let pairs = request.queryPairs
        failures += sent.query.compactMap { expected in
            let values = pairs.filter { $0.name == expected.name }.map(\.value)
            return fieldFailure(.sent, expected, values, path: "query.\(expected.name)")
        }
        failures += sent.headers.compactMap { expected in
            fieldFailure(.sent, expected, request.values(of: expected.name), path: "headers.\(expected.name)")
        }
        if let json = sent.json { failures += jsonFailures(json, request) }
        if let parts = sent.parts { failures += partFailures(parts, request) }
        let text = JSONValue.string(String(decoding: request.body, as: UTF8.self))
        failures += [equal(.sent, sent.body, text, path: "body", "another body was sent")].compactMap(\.self)
        return failures
    }

    /// Paths are compared segment by segment, decoded, so that `%2F` is no separator.
    private func pathFailure(_ expected: ScenarioValue?, _ request: ReceivedRequest) -> StepFailure? {
        if let expected, expected.isMatcher {
            return equal(.sent, expected, .string(request.rawPath), path: "path", "another path was sent")
        }
        guard let expected, case .string(let path) = expected.expected(variables) else { return nil }
        let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentCoding.decode($0) }
        if path.hasPrefix("/"), segments == request.pathSegments { return nil }
        return StepFailure(
            .sent, at: expected.location, path: "path", expected: .string(path), found: .string(request.rawPath),
            "another path was sent")
    }

    /// The parts of a form are compared as a list of objects that have no more than the expected ones have.
    private func partFailures(_ expected: ScenarioValue, _ request: ReceivedRequest) -> [StepFailure] {
        do {
            let type = request.value(of: "Content-Type") ?? ""
            let parts = try MultipartParser.parse(Array(request.body), contentType: type)
            return compare(.sent, expected, with: .array(parts.map(\.json)), noun: "the form sent")
        } catch {
            return [
                StepFailure(
                    .sent, at: expected.location, path: "parts", expected: expected.expected(variables),
                    found: request.value(of: "Content-Type").map { .string($0) },
                    "what was sent is no form of parts: \(error.message)")
            ]
        }
    }

    private func jsonFailures(_ expected: ScenarioValue, _ request: ReceivedRequest) -> [StepFailure] {
        do {
            return compare(
                .sent, expected, with: try JSONValue(parsing: request.body), noun: "the body sent",
                body: request.body)
        } catch {
            return [
                StepFailure(
                    .sent, at: expected.location, path: "json", expected: expected.expected(variables),
                    found: .string(String(decoding: request.body, as: UTF8.self)),
                    bodyPlace: BodyPlace(of: error, in: request.body),
                    "the body sent is no JSON: \(error.message)")
            ]
        }
    }
}
