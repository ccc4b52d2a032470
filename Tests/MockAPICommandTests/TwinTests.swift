import Foundation
import MockAPICore
import MockAPIServer
import MockAPITestSupport
import Testing

@testable import MockAPIScenarios

/// Scenarios that fail in every way in which one can, and exactly what is printed then.
///
/// `Twins/NAME.json` prints `Twins/NAME.txt`, without times, dates, ports and boundaries; where `MOCKAPI_UPDATE_GOLDEN` is set,
/// the texts are written first.
@Suite(.serialized) struct TwinTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Twins")
    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted() ?? []

    /// Runs a twin in a folder of its own; also returns the report as JSON.
    private func run(_ name: String) async throws -> (status: Int32, output: String, report: JSONValue) {
        let copy = try TemporaryFolder()
        try copy.write(Data(contentsOf: Self.folder.appendingPathComponent("\(name).json")), to: "\(name).json")
        let arguments = ["verify", "\(name).json", "--jobs", "1", "--report-json", "report.json"]
        var (status, output): (Int32, String)
        switch name {
        case "given":
            let provider = MockServer()
            try provider.add(json: #"{"request":"POST /states","response":{"status":500,"body":"no such state"}}"#)
            try provider.start()
            let url = provider.baseURL.absoluteString
            let result = try await CommandProcess.run(
                arguments + ["--base-url", url, "--state-url", "\(url)/states"], folder: copy.path)
            (status, output) = (result.status, result.output.replacing(":\(provider.port)", with: ":PORT"))
            await provider.stop()
        case "server": (status, output) = try starved(arguments, copy)
        default:
            let result = try await CommandProcess.run(arguments, folder: copy.path)
            (status, output) = (result.status, result.output)
        }
        let report = try JSONValue(parsing: [UInt8](Data(contentsOf: copy.url.appendingPathComponent("report.json"))))
        return (status, normalized(output), report)
    }

    /// Runs the executable with too few descriptors for a server.
    private func starved(_ arguments: [String], _ folder: TemporaryFolder) throws -> (Int32, String) {
        let words = ([CommandProcess.executable.path] + arguments).map { ShellWord.quoted($0) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "ulimit -n 9; exec \(words.joined(separator: " "))"]
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    private func normalized(_ text: String) -> String {
        text.replacing(#/\d+\.\d\d s\)/#, with: "… s)")
            .replacing(#/( +)Date: [^\n]*/#) { "\($0.1)Date: …" }
            .replacing(#/boundary=mockapi-[0-9a-f]+/#, with: "boundary=…")
            .replacing(#/attempts: \d+ in \d+\.\d\d s\n    1 to \d+:/#, with: "attempts: … in … s\n    1 to …:")
            .replacing(#/attempts: 1 in \d+\.\d\d s\n    1:/#, with: "attempts: … in … s\n    1 to …:")
            .replacing(#/(at(?:Least|Most)\n  expected: [0-9.]+\n  found:    )[0-9.]+/#) { "\($0.1)…" }
            .replacing(#/started: \w+: /#, with: "started: …: ")
    }

    @Test(arguments: names) func `a failing scenario prints exactly what is written beside it`(name: String)
        async throws
    {
        #if !os(Linux)
        // Elsewhere a program needs more descriptors than that to begin at all.
        if name == "server" { return }
        #endif
        let (status, output, _) = try await run(name)
        #expect(status == (name == "server" ? 4 : 1))
        let file = Self.folder.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["MOCKAPI_UPDATE_GOLDEN"] != nil {
            try output.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try output == String(contentsOf: file, encoding: .utf8))
    }

    @Test func `there is a twin for each kind of failure and for each key of an expectation`() async throws {
        var kinds: Set<String> = []
        var texts = ""
        for name in Self.names {
            let file = Self.folder.appendingPathComponent("\(name).json")
            texts += try String(contentsOf: file, encoding: .utf8)
            // The other twins tell their kinds by running; these two need more than a file.
            if name == "server" || name == "given" { continue }
            let failures = try await run(name).report["scenarios"]?[0]?["steps"]?.array?.flatMap {
                $0["failures"]?.array ?? []
            }
            kinds.formUnion(failures?.compactMap { $0["kind"]?.string } ?? [])
        }
        kinds.formUnion(Self.names.filter { ["server", "given"].contains($0) })
        #expect(Set(StepFailure.Kind.allCases.map(\.rawValue)).subtracting(kinds) == [])
        for keys in [ObjectKeys.expect, .error, .progress, .sent, .elapsed] {
            for key in keys.known { #expect(texts.contains("\"\(key)\":"), "\(keys.object): \(key)") }
        }
    }
}
