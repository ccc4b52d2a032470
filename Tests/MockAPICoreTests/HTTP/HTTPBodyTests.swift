import Foundation
import MockAPICore
import Testing

@Suite struct HTTPBodyTests {
    @Test func `content at hand is given as bytes`() {
        #expect(HTTPBody("é").bytes == [0xC3, 0xA9])
        #expect(HTTPBody(Data([1, 2])).bytes == [1, 2])
        #expect(HTTPBody([3]).length == 1)
        #expect(HTTPBody.empty.isEmpty && HTTPBody.empty.bytes == [])
    }

    @Test func `files and streams only say how long they are`() {
        let file = HTTPBody(.file(path: "/x", length: 7))
        #expect(file.length == 7 && file.bytes == nil && !file.isEmpty)
        let stream = HTTPBody(.stream(length: nil) { AsyncThrowingStream { $0.finish() } })
        #expect(stream.length == nil && stream.bytes == nil && !stream.isEmpty)
    }

    @Test func `a plan is plain until something delays or breaks it`() {
        let response = HTTPResponse(200)
        #expect(ResponsePlan(response).isPlain)
        #expect(!ResponsePlan(response, delay: .milliseconds(1)).isPlain)
        #expect(!ResponsePlan(response, fault: .emptyResponse).isPlain)
        #expect(!ResponsePlan(response, truncateAfter: 0).isPlain)
        #expect(!ResponsePlan(response, stallAfter: 0).isPlain)
        #expect(!ResponsePlan(response, bytesPerSecond: 1).isPlain)
    }
}
