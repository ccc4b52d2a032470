import Foundation
import MockAPIScenarios
import Testing

@Suite struct `The ways to ask a client, in scenario files` {
    /// The findings for a scenario with one step, which stands on one line of its own: line 2.
    private func findings(step: String) throws -> [String] {
        try ScenarioFolder(scenario: "{\"variables\":{\"t\":1},\"steps\":[\n\(step)\n]}").findings()
    }

    @Test(arguments: [
        #"{"send":{"request":"shop.owner","callback":true},"expect":{"model":{}}}"#,
        #"{"send":{"request":"shop.owner","download":true},"expect":{"body":"","progress":{"received":1}}}"#,
        #"{"send":{"request":"shop.owner","callback":false,"download":false},"expect":{"progress":{"sent":0}}}"#,
        #"{"send":{"request":"shop.owner","debounced":"{{t}}"},"expect":{"values":[]}}"#,
        #"{"send":{"request":"shop.owner","throttled":0.5},"expect":{"values":[]}}"#,
        #"{"send":{"request":"shop.owner"},"expect":{"error":{"kind":"statusCode","model":{"code":1}}}}"#,
        #"{"client":{"cookies":true},"send":{"request":"shop.owner"},"expect":{"model":{}}}"#,
        #"{"client":{"refresh":{"http":"POST /t","json":{"r":"{{t}}"},"token":"$.t"}},"send":{"http":"GET /"},"expect":{"status":1}}"#,
    ])
    func `are read`(step: String) throws { #expect(try findings(step: step) == []) }

    @Test(
        arguments: [
            (
                #"{"send":{"request":"shop.owner","callback":1},"expect":{"model":{}}}"#,
                #""callback" must be true or false, found number 1"#
            ),
            (
                #"{"send":{"request":"shop.owner","callback":true,"download":true},"expect":{"status":200}}"#,
                #""download" cannot go with "callback"; use one of them"#
            ),
            (
                #"{"send":{"http":"GET /","callback":true},"expect":{"status":200}}"#,
                #""callback" cannot go with "http""#
            ),
            (
                #"{"send":{"request":"shop.owner","download":true},"expect":{"model":{}}}"#,
                #"a download has no model; use "json" or "body""#
            ),
            (
                #"{"send":{"request":"shop.owner","callback":true},"expect":{"values":[]}}"#,
                #""values" cannot go with "callback""#
            ),
            (
                #"{"send":{"request":"shop.owner","debounced":1},"expect":{"model":{}}}"#,
                #""debounced" needs "values" in "expect""#
            ),
            (
                #"{"send":{"request":"shop.owner","debounced":1,"throttled":2},"expect":{"values":[]}}"#,
                #""throttled" cannot go with "debounced"; use one of them"#
            ),
            (
                #"{"send":{"request":"shop.owner","throttled":-1},"expect":{"values":[]}}"#,
                #""throttled" must be from 0 to"#
            ),
            (
                #"{"send":{"request":"shop.owner"},"expect":{"progress":{}}}"#,
                #""progress" needs "sent" or "received""#
            ),
            (
                #"{"send":{"request":"shop.owner"},"expect":{"progress":{"received":1}}}"#,
                #""received" needs a download; add "download": true to "send""#
            ),
            (
                #"{"send":{"http":"GET /"},"expect":{"progress":{"sent":1}}}"#,
                #""sent" of "progress" needs a typed request that is no download or callback"#
            ),
            (
                #"{"send":{"request":"shop.owner"},"expect":{"error":{"kind":"notJSON","model":{}}}}"#,
                #""model" cannot go with the kind "notJSON"; it goes with "statusCode""#
            ),
            (
                #"{"client":{"cookies":"yes"},"send":{"http":"GET /"},"expect":{"status":1}}"#,
                #""cookies" must be true or false, found string "yes""#
            ),
            (
                #"{"client":{"refresh":{"http":"POST /t"}},"send":{"http":"GET /"},"expect":{"status":1}}"#,
                #""refresh" needs "http" and "token""#
            ),
            (
                #"{"client":{"refresh":{"http":"/t","token":"$.t"}},"send":{"http":"GET /"},"expect":{"status":1}}"#,
                #""/t" is no request:"#
            ),
        ])
    func `are refused where they make no sense`(step: String, expected: String) throws {
        let found = try findings(step: step)
        #expect(found.count == 1)
        let message = found.first?.components(separatedBy: ": error: ").last
        #expect(message?.hasPrefix(expected) == true, "\(found)")
    }
}
