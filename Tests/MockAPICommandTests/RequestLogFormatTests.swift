import MockAPICore
import Testing

@testable import MockAPICommand

@Suite struct RequestLogFormatTests {
    @Test func `control characters of a request cannot steer the terminal`() {
        #expect(RequestLogFormat.printable("/a\u{1B}[2Jb\u{85}\r\n") == #"/a\u{1B}[2Jb\u{0085}\r\n"#)
        #expect(RequestLogFormat.printable("/wörld?q=日本") == "/wörld?q=日本")
    }
}
