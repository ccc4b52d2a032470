import MockAPISockets
import Testing

@testable import MockAPICommand

@Suite struct ServeLimitTests {
    @Test func `each name sets its own limit and leaves the others as they are`() throws {
        var expected: [(String, HTTPLimits)] = []
        func expect(_ setting: String, _ change: (inout HTTPLimits) -> Void) {
            var limits = HTTPLimits()
            change(&limits)
            expected.append((setting, limits))
        }
        expect("request-line=512") { $0.requestLineBytes = 512 }
        expect("header-size=2KiB") { $0.headerBytes = 2048 }
        expect("header-lines=7") { $0.headerLines = 7 }
        expect("body=3MiB") { $0.bodyBytes = 3 << 20 }
        expect("body=0") { $0.bodyBytes = 0 }
        expect("body=1048576GiB") { $0.bodyBytes = 1 << 50 }
        expect("header-timeout=0.25") { $0.headerTimeout = .milliseconds(250) }
        expect("body-timeout=2") { $0.bodyIdleTimeout = .seconds(2) }
        expect("keep-alive-timeout=600") { $0.keepAliveTimeout = .seconds(600) }
        expect("write-timeout=1000000000") { $0.writeTimeout = .seconds(1_000_000_000) }
        expect("connections=20") { $0.maxConnections = 20 }
        #expect(Set(expected.map { $0.0.prefix { $0 != "=" } }).count == ServeLimit.allCases.count)
        for (setting, limits) in expected { #expect(try ServeLimit.limits([setting]) == limits, "\(setting)") }
        #expect(try ServeLimit.limits([]) == HTTPLimits())
        let both = try ServeLimit.limits(["body=1", "connections=2"])
        #expect(both == HTTPLimits(bodyBytes: 1, maxConnections: 2))
    }

    @Test(arguments: [
        "body=", "body=-1", "body=+1", "body=1.5MiB", "body=1kb", "body=MiB", "body=1 KiB", "body=1048577GiB",
        "body=9223372036854775807GiB", "body=٣", "header-lines=0", "header-lines=1KiB",
        "connections=99999999999999999999",
        "header-timeout=0", "header-timeout=0.0", "header-timeout=-1", "header-timeout=.5", "header-timeout=5.",
        "header-timeout=1e3", "header-timeout=0x1", "header-timeout=nan", "header-timeout=inf", "header-timeout=1.2.3",
        "header-timeout=10s", "header-timeout=1000000001",
    ])
    func `a value that is none for the limit is an error`(setting: String) throws {
        let error = #expect(throws: UsageError.self) { try ServeLimit.limits([setting]) }
        guard case .invalidValue(let option, let found, _) = error else {
            return #expect(Bool(false), "\(error as Any)")
        }
        #expect("\(option)=\(found)" == "--limit \(setting)")
    }
}
