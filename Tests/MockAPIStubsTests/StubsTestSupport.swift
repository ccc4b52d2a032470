import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport

/// The findings of one mapping, as they are printed, without a file name.
func findings(_ json: String, lenient: Bool = false) -> [String] {
    StubLoader.read(json, options: StubReadingOptions(isLenient: lenient)).findings.map(\.description)
}

/// The findings of a mapping whose `request` has these members.
func requestFindings(_ members: String, lenient: Bool = false) -> [String] {
    findings(#"{"request": {\#(members)}}"#, lenient: lenient)
}

/// The findings of a mapping whose `response` has these members.
func responseFindings(_ members: String, lenient: Bool = false) -> [String] {
    findings(#"{"response": {\#(members)}}"#, lenient: lenient)
}

/// The stubs of a folder, shown as `stubs`.
func load(_ folder: TemporaryFolder, lenient: Bool = false) -> LoadedStubs {
    StubLoader.load(folder.path, shownPath: "stubs", options: StubReadingOptions(isLenient: lenient))
}

/// A request as a server would have received it.
func received(
    _ method: HTTPMethod = .get, _ target: String, headers: HTTPFields = [:], body: String = ""
) -> ReceivedRequest {
    ReceivedRequest(request(method, target, headers: headers, body: body), body: Array(body.utf8))
}

/// A request to a host that is never asked.
func request(
    _ method: HTTPMethod = .get, _ target: String, headers: HTTPFields = [:], body: String = "",
    timeout: Duration? = nil
) -> HTTPRequest {
    guard let url = URL(string: "http://stub.test\(target)", encodingInvalidCharacters: false) else {
        fatalError("no URL: \(target)")
    }
    return HTTPRequest(method, url, headers: headers, body: HTTPBody(body), timeout: timeout)
}

extension StubEngine {
    /// The text that answers, or `miss`.
    func text(_ method: HTTPMethod = .get, _ target: String, headers: HTTPFields = [:], body: String = "") -> String {
        guard let stub = answer(received(method, target, headers: headers, body: body)).stub else { return "miss" }
        return String(decoding: stub.response.response.body.bytes ?? [], as: UTF8.self)
    }
}

/// A stub with a text as its body.
func stub(_ request: String, _ body: String, _ more: String = "") throws -> Stub {
    try Stub(parsing: #"{"request": \#(request), "response": {"body": "\#(body)"}\#(more)}"#)
}
