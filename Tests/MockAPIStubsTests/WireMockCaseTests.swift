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
        case failed(String)
    }

    /// What needs the admin API, and the two headers by which WireMock names the stub that answered.
    private static let decidedOtherwise: Set<String> = [
        "wm/DebugHeadersAcceptanceTest/returnsMatchedStubIdHeaderWhenStubMatched",
        "wm/DebugHeadersAcceptanceTest/returnsMatchedStubNameHeaderWhenNamedStubMatched",
        "wm/DebugHeadersAcceptanceTest/nonAsciiCharactersAreReplacedByQuestionMarksInStubNameHeader",
        "wm/StubbingAcceptanceTest/removesASingleStubMappingById",
    ]

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `every uncontested case whose keys are supported comes out as in WireMock`() throws {
        let file = try #require(SharedData.folder).appendingPathComponent("cases/stubs.json")
        let cases = try JSONDocument(parsing: Array(Data(contentsOf: file))).root.elements.map(\.value)
        var passed = 0
        for item in cases where item["contested"] != true {
            let name = Self.text(item["id"])
            switch try run(item) {
            case .passed: passed += 1
            case .notSupported: break
            case .failed(let reason):
                if !Self.decidedOtherwise.contains(name) { Issue.record("\(name): \(reason)") }
            }
        }
        #expect(passed >= 360, "too few cases were run")
    }

    private func run(_ item: JSONValue) throws -> Outcome {
        let folder = try TemporaryFolder()
        let loaded = try load(item, folder)
        if loaded.findings.contains(where: { $0.message.hasSuffix("not supported yet") }) { return .notSupported }
        if let error = loaded.findings.first(where: { $0.severity == .error }) { return .failed("\(error)") }
        let engine = StubEngine(stubs: item["ordered"] == true ? [] : loaded.stubs)
        if item["ordered"] == true { engine.add(loaded.stubs) }
        for step in item["steps"]?.array ?? [] {
            let (request, expected) = (try #require(step["request"]), try #require(step["expect"]))
            let answer = engine.answer(try received(request))
            if let reason = Self.mismatch(answer, expected) {
                return .failed("\(Self.text(request["target"])): \(reason)")
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

    private func received(_ request: JSONValue) throws -> ReceivedRequest {
        let body =
            request["bodyBase64"].flatMap { Data(base64Encoded: Self.text($0)) }
            ?? Data(Self.text(request["body"]).utf8)
        var head = Array("\(Self.text(request["method"])) ".utf8)
        let method = 0..<head.count - 1
        let start = head.count
        head += Self.text(request["target"]).utf8
        let target = try #require(
            head.withUnsafeBufferPointer {
                RequestTarget($0, in: start..<head.count, isConnect: false, isOptions: true)
            })
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
            head: head, methodRange: method, target: target, version: .http11, fields: fields, body: Array(body))
    }

    private static func mismatch(_ answer: EngineAnswer, _ expected: JSONValue) -> String? {
        if let isMatch = expected["matched"]?.bool, isMatch != (answer.stub != nil) {
            return isMatch ? "no stub matches: \(answer.report?.oneLine ?? "")" : "a stub matches"
        }
        guard let stub = answer.stub else { return nil }
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
        return nil
    }

    private static func text(_ value: JSONValue?) -> String { value?.string ?? "" }
}
