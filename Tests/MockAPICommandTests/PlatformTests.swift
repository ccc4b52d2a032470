import Foundation
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct PlatformTests {
    @Test func `a file is replaced, and where it is a link, what the link leads to`() throws {
        let folder = try TemporaryFolder(["real/report": "old"])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "link"), withDestinationPath: "real/report")
        #expect(Platform.writeAtomically("new", to: folder.path(of: "link")) == nil)
        #expect(try folder.text(of: "real/report") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(of: "link")) == "real/report")
        #expect(Platform.writeAtomically("first", to: folder.path(of: "fresh")) == nil)
        #expect(try folder.text(of: "fresh") == "first")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "real")) == ["report"])
    }

    @Test func `what is no plain file is written to and stays what it is`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path(of: "pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(Platform.writeAtomically("text", to: pipe) != nil, "nobody reads from it yet")
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(Platform.writeAtomically("text", to: pipe) == nil)
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &buffer, 8) == 4)
        #expect(buffer.prefix(4) == ArraySlice("text".utf8))
        #expect(Platform.writeAtomically("text", to: folder.path) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe"])
    }
}
