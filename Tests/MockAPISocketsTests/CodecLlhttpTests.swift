import MockAPICore
import MockAPISockets
import MockAPITestSupport
import Testing

/// Every strict request case of llhttp's suite, with the verdict that the RFCs give it.
@Suite(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
struct `Every strict request of the llhttp suite` {
    enum Verdict: Hashable {
        case accepted
        case refused(Int)
    }

    /// The cases in which llhttp is laxer (we refuse) or stricter (we accept) than the RFC, and where it says so.
    private static let policy: [(name: String, verdict: Verdict, section: String)] = [
        // Stricter: what follows a request that ends the connection is no error, it is not read.
        ("request/connection.md:84", .accepted, "RFC 9112, 9.6"),
        ("request/connection.md:297", .accepted, "RFC 9112, 9.6"),
        ("request/connection.md:347", .accepted, "RFC 9112, 9.6"),
        // Stricter: a method that is unknown is for the server to answer (404, 405 or 501), not for the parser.
        ("request/invalid.md:69", .accepted, "RFC 9110, 9.1"),
        ("request/invalid.md:359", .accepted, "RFC 9110, 9.1"),
        // Laxer: at least one empty line before a request is to be ignored; we ignore one, these have two.
        ("request/connection.md:159", .refused(400), "RFC 9112, 2.2"),
        // Laxer: the protocol is not HTTP.
        ("request/method.md:375", .refused(400), "RFC 9112, 2.3"),
        ("request/method.md:405", .refused(400), "RFC 9112, 2.3"),
        ("request/method.md:433", .refused(400), "RFC 9112, 2.3"),
        // Laxer: the asterisk form is for OPTIONS only.
        ("request/method.md:138", .refused(400), "RFC 9112, 3.2.4"),
        ("request/method.md:461", .refused(400), "RFC 9112, 3.2.4"),
        // Laxer: a request line has a version.
        ("request/sample.md:317", .refused(400), "RFC 9112, 3"),
        // Laxer: a transfer coding that is not understood is answered with 501.
        ("request/transfer-encoding.md:754", .refused(501), "RFC 9112, 6.1"),
        ("request/transfer-encoding.md:796", .refused(501), "RFC 9112, 6.1"),
        // Laxer: user information in a target is an error.
        ("request/uri.md:225", .refused(400), "RFC 9110, 4.2.4"),
        // Neither: llhttp stops for the new protocol; we do not upgrade, so what follows is read as a request.
        ("request/connection.md:545", .refused(400), "RFC 9110, 7.8"),
        ("request/connection.md:756", .refused(400), "RFC 9110, 7.8"),
        ("request/connection.md:815", .refused(400), "RFC 9110, 7.8"),
    ]

    /// Laxer: these HTTP/1.1 requests have no Host (RFC 9112, section 3.2).
    private static let withoutHost: Set<String> = [
        "request/connection.md:9", "request/connection.md:37", "request/connection.md:239",
        "request/connection.md:267", "request/connection.md:456", "request/connection.md:545",
        "request/connection.md:682", "request/connection.md:716", "request/content-length.md:7",
        "request/content-length.md:44", "request/content-length.md:293", "request/content-length.md:320",
        "request/content-length.md:447", "request/invalid.md:359", "request/method.md:7", "request/method.md:461",
        "request/pausing.md:7", "request/pausing.md:37", "request/pausing.md:67", "request/pausing.md:97",
        "request/pausing.md:127", "request/pausing.md:157", "request/pausing.md:187", "request/pausing.md:217",
        "request/pausing.md:247", "request/pausing.md:277", "request/pausing.md:316", "request/pausing.md:358",
        "request/pausing.md:401", "request/pipelining.md:7", "request/sample.md:9", "request/sample.md:47",
        "request/sample.md:171", "request/sample.md:199", "request/sample.md:222", "request/sample.md:294",
        "request/sample.md:481", "request/sample.md:511", "request/sample.md:541",
        "request/transfer-encoding.md:9", "request/transfer-encoding.md:36", "request/transfer-encoding.md:73",
        "request/transfer-encoding.md:110", "request/transfer-encoding.md:147",
        "request/transfer-encoding.md:189", "request/transfer-encoding.md:241",
        "request/transfer-encoding.md:369", "request/uri.md:7", "request/uri.md:32", "request/uri.md:55",
        "request/uri.md:78", "request/uri.md:105", "request/uri.md:128", "request/uri.md:168",
    ]

    @Test(arguments: LlhttpCase.requests)
    func `gets the verdict of the RFC, however it is cut`(_ item: LlhttpCase) {
        let listed = Self.policy.first { $0.name == item.name }?.verdict
        let expected = Self.withoutHost.contains(item.name) ? .refused(400) : listed
        check(item, item.bytes, expected)
    }

    @Test(arguments: LlhttpCase.requests.filter { $0.bytesWithHost != nil })
    func `gets the verdict of the RFC once it has a Host`(_ item: LlhttpCase) throws {
        let bytes = try #require(item.bytesWithHost)
        let parsed = check(item, bytes, Self.policy.first { $0.name == item.name }?.verdict)
        // Where llhttp and we agree that these are requests, we agree on what they say.
        if parsed.error == nil, !item.isRefused, !item.skipsBody {
            let messages = parsed.requests.map { request in
                let words = request.line.split(separator: " ")
                return LlhttpCase.Message(method: String(words[0]), target: String(words[1]), body: request.body)
            }
            #expect(
                messages.elementsEqual(item.messages) {
                    $0.method == $1.method && $0.target == Self.plain($1.target) && $0.body == $1.body
                })
        }
    }

    @Test func `of the policy table exists`() {
        let names = Set(LlhttpCase.requests.map(\.name))
        #expect(names.count == 134)
        #expect(Set(Self.policy.map(\.name)).union(Self.withoutHost).isSubset(of: names))
    }

    /// The trace escapes backslashes.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\\\\", omittingEmptySubsequences: false).joined(separator: "\\")
    }

    @discardableResult
    private func check(_ item: LlhttpCase, _ bytes: [UInt8], _ policy: Verdict?) -> Parsed {
        let whole = Parsed(Cut.whole(bytes))
        switch policy {
        case .accepted: #expect(whole.error == nil)
        case .refused(let status): #expect(whole.error == status)
        case nil: #expect((whole.error != nil) == item.isRefused, "\(whole.events.last ?? "nothing")")
        }
        for cut in Cut.all(bytes) { #expect(Parsed(cut) == whole) }
        return whole
    }
}
