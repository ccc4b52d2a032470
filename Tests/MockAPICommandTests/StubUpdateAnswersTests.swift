import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// Any answers of stubs and of a provider.
@Suite struct StubUpdateAnswersTests {
    @Test(arguments: [1, 2, 3, 4])
    func `what can be written mends its drift for good, and all else is told`(seed: UInt64) async throws {
        var random = AnyAnswer(state: seed)
        var stubs: [(path: String, text: String)] = []
        var provider: [String] = []
        var steps: [String] = []
        for index in 0..<40 {
            let answer = random.answer(bodyFile: "f\(index)")
            if let file = answer.file { stubs.append(("__files/f\(index)", file)) }
            let request = #"{"method":"GET","urlPathTemplate":"/p\#(index)/{x}"}"#
            stubs.append(
                ("s\(index).json", "{ \"request\": \(request),\n  \"response\": \(random.laidOut(answer.json)) }\n"))
            for part in 0..<(random.below(4) == 0 ? 2 : 1) {
                let other = random.below(2) == 0 ? random.changed(answer.json) : random.answer(bodyFile: nil).json
                provider.append(
                    #"{"request":"GET /p\#(index)/\#(part)","response":\#(other.rendered(.compact))}"#)
                steps.append(
                    #"{"send":{"http":"GET /p\#(index)/\#(part)"},"expect":{"status":{"$type":"integer"}}}"#)
            }
        }
        let run = try await DriftRun(stubs: stubs, provider: provider, steps: steps)
        let first = try await run.verify("--update-stubs")
        #expect(first.status == 1, "\(first.errors)")
        #expect(first.output.contains("updated stubs/"))
        #expect(!first.output.contains("would still not say"), "\(first.output)")
        let left = Self.left(first.output)
        #expect(left.allSatisfy { $0.contains("stands for both") }, "\(left)")
        // A second run finds what was left, and nothing else, and changes nothing.
        let second = try await run.verify("--update-stubs")
        #expect(!second.output.contains("updated "), "\(second.output)")
        #expect(Self.left(second.output).count == left.count, "\(second.output)")
        #expect(
            second.output.contains(
                left.isEmpty ? "no drift\n" : "\(left.count) drift\(left.count == 1 ? "" : "s") between"),
            "\(second.output)")
    }

    private static func left(_ output: String) -> [Substring] {
        output.split(separator: "\n").filter { $0.contains("warning: not written: ") }
    }
}

/// Random answers, the same in each run.
private struct AnyAnswer {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func value(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 7 : 5) {
        case 0: return .integer(below(5))
        case 1: return 1.5
        case 2: return .string(one(of: ["", "é\"\\/", "😀\u{1}", String(repeating: "z", count: 80)]))
        case 3: return .null
        case 4: return .bool(below(2) == 0)
        case 5: return .array((0..<below(4)).map { _ in value(depth: depth - 1) })
        default:
            var object = JSONObject()
            for key in ["a", "b", "é", "d"] where below(2) == 0 { object[key] = value(depth: depth - 1) }
            return .object(object)
        }
    }

    /// An answer, and the content of its body file.
    mutating func answer(bodyFile: String?) -> (json: JSONValue, file: String?) {
        var object = JSONObject()
        if below(3) == 0 { object["status"] = .integer(one(of: [200, 201, 204, 304, 404, 500])) }
        if below(2) == 0 {
            let type = one(of: ["application/json", "application/problem+json", "text/plain", "image/png"])
            object["headers"] = .object([one(of: ["Content-Type", "content-type"]): .string(type)])
        }
        var file: String?
        let text = one(of: ["", "plain", "<p>é</p>\n", "{bad", value(depth: 2).rendered(.compact)])
        switch below(5) {
        case 0: object["body"] = .string(text)
        case 1: object["base64Body"] = .string(one(of: ["", "/wCJ", Data(text.utf8).base64EncodedString()]))
        case 2 where bodyFile != nil:
            object["bodyFileName"] = bodyFile.map { .string($0) }
            file = text
        case 3: break
        default: object["jsonBody"] = value(depth: 3)
        }
        return (.object(object), file)
    }

    /// An answer whose JSON has other members; without a body file, which the provider has not.
    mutating func changed(_ answer: JSONValue) -> JSONValue {
        guard var object = answer.object else { return answer }
        object["bodyFileName"] = nil
        if var body = object["jsonBody"]?.object {
            for key in ["a", "x"] where below(2) == 0 { body[key] = below(2) == 0 ? value(depth: 2) : nil }
            object["jsonBody"] = .object(body)
        }
        return .object(object)
    }

    /// A text of a value, some with lines.
    mutating func laidOut(_ value: JSONValue) -> String {
        let text = value.rendered(below(2) == 0 ? .compact : .pretty)
        return below(3) == 0 ? text.replacingOccurrences(of: "\n", with: "\r\n") : text
    }
}
