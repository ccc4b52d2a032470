import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

/// The shared cases of other tools, held against the stubs without a socket.
@Suite struct WireMockCaseTests {
    /// What one case came to.
    private enum Outcome: Equatable {
        case passed
        case notSupported
        case refused(String)
        case failed(String)
    }

    private func cases(where isWanted: (_ isContested: Bool, _ isOurs: Bool) -> Bool) throws -> [JSONValue] {
        let file = try #require(SharedData.folder).appendingPathComponent("cases/stubs.json")
        return try JSONDocument(parsing: Array(Data(contentsOf: file))).root.elements.map(\.value).filter { item in
            isWanted(item["contested"] == true, WireMockDecisions.areas.contains(Self.text(item["area"])))
        }
    }

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `every uncontested case about request patterns comes out as in WireMock`() throws {
        var later = WireMockDecisions.later
        var passed = 0
        for item in try cases(where: { !$0 && $1 }) {
            let name = Self.text(item["id"])
            let outcome = try run(item)
            if later.removeValue(forKey: name) != nil {
                #expect(outcome != .passed, "\(name) passes by now")
            } else if outcome == .passed {
                passed += 1
            } else {
                Issue.record("\(name): \(outcome)")
            }
        }
        #expect(later.isEmpty, "unknown cases")
        #expect(passed == 337)
    }

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `every other uncontested case whose keys are supported comes out as in WireMock`() throws {
        var passed = 0
        for item in try cases(where: { !$0 && !$1 }) {
            let name = Self.text(item["id"])
            switch try run(item) {
            case .passed: passed += 1
            case .notSupported: break
            case .refused(let reason), .failed(let reason):
                if WireMockDecisions.laterElsewhere[name] == nil { Issue.record("\(name): \(reason)") }
            }
        }
        #expect(passed >= 59, "too few cases were run: \(passed)")
    }

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `every contested case about request patterns comes out as decided`() throws {
        var decisions = WireMockDecisions.contested
        for item in try cases(where: { $0 && $1 }) {
            let name = Self.text(item["id"])
            let outcome = try run(item)
            switch (decisions.removeValue(forKey: name)?.outcome, outcome) {
            case (.same?, .passed), (.different?, .failed), (.refused?, .notSupported), (.refused?, .refused): break
            case (nil, _): Issue.record("\(name) is not decided: \(outcome)")
            case (let decision?, _): Issue.record("\(name) is decided as \(decision): \(outcome)")
            }
        }
        #expect(decisions.isEmpty, "unknown cases: \(decisions.keys)")
    }

    private func run(_ item: JSONValue) throws -> Outcome {
        let folder = try TemporaryFolder()
        let loaded = try load(item, folder)
        if loaded.findings.contains(where: { $0.message.hasSuffix("not supported yet") }) { return .notSupported }
        if let error = loaded.findings.first(where: { $0.severity == .error }) { return .refused("\(error)") }
        let engine = StubEngine(stubs: item["ordered"] == true ? [] : loaded.stubs)
        if item["ordered"] == true { engine.add(loaded.stubs) }
        for step in item["steps"]?.array ?? [] {
            let (request, expected) = (try #require(step["request"]), try #require(step["expect"]))
            guard let request = try received(request) else { return .failed("no target") }
            let answer = engine.answer(request)
            if let reason = Self.mismatch(answer, expected) {
                return .failed("\(request.rawTarget): \(reason)")
            }
        }
        return withExtendedLifetime(folder) { .passed }
    }

    private func load(_ item: JSONValue, _ folder: TemporaryFolder) throws -> LoadedStubs {
        let stubs = JSONValue.object(["mappings": item["stubs"] ?? []])
        let text = stubs.rendered(.compact)
        if item["mappingFiles"] == nil && !text.contains("bodyFileName") {
            return StubLoader.read(text, options: .lenient)
        }
        for (name, content) in item["files"]?.object ?? [:] {
            let text = Self.text(content)
            let data = text.hasPrefix("base64:") ? Data(base64Encoded: String(text.dropFirst(7))) : Data(text.utf8)
            try folder.write(try #require(data), to: "__files/\(name)")
        }
        let files = item["mappingFiles"]?.object ?? ["all.json": .string(text)]
        for (name, content) in files { try folder.write(Self.text(content), to: "mappings/\(name)") }
        return StubLoader.load(folder.path, shownPath: "", options: .lenient)
    }

    /// The request as a server would have received it; `nil` where its target is none.
    private func received(_ request: JSONValue) throws -> ReceivedRequest? {
        let body =
            request["bodyBase64"].flatMap { Data(base64Encoded: Self.text($0)) }
            ?? Data(Self.text(request["body"]).utf8)
        var head = Array("\(Self.text(request["method"])) ".utf8)
        let method = 0..<head.count - 1
        let start = head.count
        head += Self.text(request["target"]).utf8
        let isConnect = request["method"] == "CONNECT"
        let target = head.withUnsafeBufferPointer {
            RequestTarget($0, in: start..<head.count, isConnect: isConnect, isOptions: true)
        }
        guard let target else { return nil }
        head += " HTTP/1.1\r\n".utf8
        var fields: [ReceivedRequest.FieldPlace] = []
        for line in request["headers"]?.array ?? [] {
            let (name, value) = (Self.text(line[0]), Self.text(line[1]))
            let nameStart = UInt32(head.count)
            head += name.utf8
            let nameEnd = UInt32(head.count)
            head += ": ".utf8
            let valueStart = UInt32(head.count)
            head += value.utf8
            fields.append(.init(name: nameStart..<nameEnd, value: valueStart..<UInt32(head.count)))
            head += "\r\n".utf8
        }
        return ReceivedRequest(
            head: head, methodRange: method, target: target, version: .http11, fields: fields, body: Array(body),
            peerAddress: "127.0.0.1")
    }

    private static func mismatch(_ answer: EngineAnswer, _ expected: JSONValue) -> String? {
        if let isMatch = expected["matched"]?.bool, isMatch != (answer.stub != nil) {
            return isMatch ? "no stub matches: \(answer.report?.oneLine ?? "")" : "a stub matches"
        }
        guard let stub = answer.stub else {
            let status = expected["status"]?.integer ?? 404
            return status == 404 ? nil : "no stub matches, status \(status) is expected"
        }
        let response = stub.plan().response
        if let status = expected["status"]?.integer, status != response.status.code {
            return "status \(response.status.code)"
        }
        let content = response.body.bytes ?? []
        if let body = expected["body"]?.string, stub.prepared != nil, Array(body.utf8) != content {
            return "body \(String(decoding: content, as: UTF8.self))"
        }
        if let json = expected["json"], stub.prepared != nil, (try? JSONValue(parsing: content)) != json {
            return "body \(String(decoding: content, as: UTF8.self))"
        }
        for (name, value) in expected["headers"]?.object ?? [:]
        where !response.headers[values: name].contains(text(value)) {
            return "no header \(name): \(text(value)) among \(response.headers)"
        }
        for name in expected["headersAbsent"]?.array ?? [] where response.headers.contains(name: text(name)) {
            return "a header \(text(name))"
        }
        return nil
    }

    private static func text(_ value: JSONValue?) -> String { value?.string ?? "" }
}
