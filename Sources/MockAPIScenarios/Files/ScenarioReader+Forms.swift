import MockAPICore

extension ScenarioReader {
    /// Reads how the client is asked: by `callback` or `download`, one of which a typed request may have.
    mutating func readForm(_ members: [String: JSONNode]) -> StepForm {
        let isCallback = flag(members["callback"], "callback")
        let isDownload = flag(members["download"], "download")
        if isCallback, isDownload, let node = members["download"] {
            report(node.location, "\"download\" cannot go with \"callback\"", hint: "use one of them")
        }
        return isDownload ? .download : isCallback ? .callback : .model
    }

    /// Reads how models are thinned out: by `debounced` or `throttled`, in seconds.
    mutating func readThinning(_ members: [String: JSONNode]) -> (key: String, seconds: ScenarioValue)? {
        let debounced = seconds(members["debounced"], "debounced").map { ("debounced", $0) }
        let throttled = seconds(members["throttled"], "throttled").map { ("throttled", $0) }
        if debounced != nil, let (_, value) = throttled {
            report(value.location, "\"throttled\" cannot go with \"debounced\"", hint: "use one of them")
        }
        return debounced ?? throttled
    }

    /// Reads how far the transfers of a step come.
    mutating func readProgress(_ node: JSONNode, _ send: StepSend?) -> ProgressExpectation? {
        guard let members = object(node, .progress) else { return nil }
        if node.members.isEmpty { report(node.location, "\"progress\" needs \"sent\" or \"received\"") }
        if let send, send.form != .download, let received = members["received"] {
            report(
                received.location, "\"received\" needs a download", hint: "add \"download\": true to \"send\"")
        }
        if let send, send.isPlain || send.form != .model, let sent = members["sent"] {
            report(sent.location, "\"sent\" of \"progress\" needs a typed request that is no download or callback")
        }
        return ProgressExpectation(
            sent: expected(members["sent"], "sent", .number),
            received: expected(members["received"], "received", .number))
    }

    /// Reads how a new access token is got.
    mutating func readRefresh(_ node: JSONNode) -> TokenRefresh? {
        guard let members = object(node, .refresh) else { return nil }
        guard let http = members["http"], let path = members["token"] else {
            report(node.location, "\"refresh\" needs \"http\" and \"token\"")
            return nil
        }
        guard case .http(let request)? = plainRequest(http, members) else { return nil }
        guard expect(path, .string, "token"), let text = path.string else { return nil }
        do {
            return TokenRefresh(request: request, token: try JSONPath(parsing: text))
        } catch {
            report(path.location, "\(path.quoted) is no JSON path: \(error)")
            return nil
        }
    }

    /// Reads `true` or `false`, which is what it is without a node.
    mutating func flag(_ node: JSONNode?, _ name: String) -> Bool {
        guard let node, expect(node, .bool, name) else { return false }
        return node.bool ?? false
    }
}
