import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

@testable import MockAPICommand
@testable import MockAPIScenarios

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite struct ProgressLineTests {
    private func written(_ showsProgress: Bool, _ work: (ProgressLine) -> Void) -> String {
        let text = Locked("")
        let console = Console(
            write: { piece in text.withLock { $0 += piece } }, writeError: { piece in text.withLock { $0 += piece } },
            showsProgress: showsProgress)
        work(ProgressLine(console, width: 30))
        return text.withLock { $0 }
    }

    private func progress(_ finished: Int, failed: Int = 0, _ latest: String? = nil) -> RunProgress {
        var progress = RunProgress(total: 9)
        progress.finished = finished
        progress.steps = finished * 2
        progress.failedSteps = failed
        progress.latest = latest
        return progress
    }

    @Test func `one line is written over, makes room for results and is gone at the end`() {
        let text = written(true) { line in
            line.show(progress(0, "a.json"))
            line.write("passed\n")
            line.show(progress(0, "a.json"))
            line.show(progress(1, failed: 1, "a-very-long-name.json"))
            line.clear()
            line.clear()
        }
        let clear = "\r\u{1B}[K"
        let lines = text.split(separator: clear, omittingEmptySubsequences: false).dropFirst()
        #expect(
            lines.map { String($0) } == [
                "0 of 9 scenarios, 0 steps: a.", "passed\n", "0 of 9 scenarios, 0 steps: a.",
                "1 of 9 scenarios, 2 steps, 1 ", "",
            ])
    }

    @Test func `without a terminal only results are written`() {
        let text = written(false) { line in
            line.show(progress(1))
            line.write("passed\n")
            line.clear()
        }
        #expect(text == "passed\n")
    }

    @Test func `a run on a terminal shows it on the standard error alone`() async throws {
        let folder = try TemporaryFolder([
            "s.json":
                #"{"stubs":[{"request":"GET /","response":{}}],"steps":[{"send":{"http":"GET /"},"expect":{"status":200}}]}"#
        ])
        var (terminal, side): (Int32, Int32) = (-1, -1)
        try #require(openpty(&terminal, &side, nil, nil, nil) == 0)
        defer { close(terminal) }
        let process = Process()
        process.executableURL = CommandProcess.executable
        process.arguments = ["verify", "s.json"]
        process.currentDirectoryURL = folder.url
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "TERM" }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle(fileDescriptor: side, closeOnDealloc: true)
        try process.run()
        let results = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(terminal, &bytes, bytes.count)
        let errors = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        #expect(errors.contains("\r\u{1B}[K0 of 1 scenarios, 0 steps: s.json"), "\(errors)")
        #expect(errors.hasSuffix("\r\u{1B}[K"), "\(errors)")
        #expect(results.hasPrefix("passed  s.json"))
        #expect(!results.contains("\u{1B}"))
    }
}
