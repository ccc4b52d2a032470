import Foundation
import MockAPIClient
import Testing

@Suite(.serialized) struct `A writer that is killed` {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("cache.db").path }

    /// How often writers are killed: `MOCKAPI_KILLS`, or 10 times.
    private static let kills = ProcessInfo.processInfo.environment["MOCKAPI_KILLS"].flatMap { Int($0) } ?? 10

    private static let executable: URL = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }),
            bundle.bundlePath.contains(".build")
        {
            folder = bundle.bundleURL.deletingLastPathComponent()
        }
        return folder.appendingPathComponent("CacheWriter")
    }()

    /// A process that writes.
    private struct Writer {
        let process = Process()
        let output = Pipe()

        init(_ path: String, seed: Int) throws {
            process.executableURL = `A writer that is killed`.executable
            process.arguments = [path, "\(seed)"]
            process.standardOutput = output
            try process.run()
        }

        /// Waits until so many writes have begun; `false` where the process ended by itself.
        func waitForWrites(_ count: Int) -> Bool {
            var lines = 0
            while lines < count {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { return false }
                lines += data.count { $0 == UInt8(ascii: "\n") }
            }
            return true
        }

        /// Reads on, so that the process never waits for a reader.
        func drain() {
            let handle = output.fileHandleForReading
            Thread.detachNewThread { while !handle.availableData.isEmpty {} }
        }

        func end() {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    private func isWhole(_ entry: CacheEntry, key: Int) -> Bool {
        let lines = entry.body.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let head = String(decoding: lines[0], as: UTF8.self).split(separator: " ").compactMap { UInt64($0) }
        guard lines.count == 2, head.count == 3, head[0] == UInt64(key), lines[1].count == Int(head[2]) else {
            return false
        }
        let content = [UInt8](repeating: UInt8(head[1]), count: Int(head[2]))
        return Array(lines[1]) == content && entry.headers["X-Key"] == "\(key)"
    }

    /// Reads all there is; any problem of the store is thrown.
    private func readAll() async throws -> Int {
        let store = SQLiteCacheStore(path: path, busyTimeout: .seconds(30))
        var count = 0
        for key in 0..<40 {
            for entry in try await store.entries(for: "\(key)") {
                #expect(isWhole(entry, key: key), "key \(key)")
                count += 1
            }
        }
        return count
    }

    @Test func `leaves every entry whole or missing`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var generator = SystemRandomNumberGenerator()
        var found = 0
        for round in 0..<Self.kills {
            let writer = try Writer(path, seed: round + 1)
            #expect(writer.waitForWrites(Int.random(in: 1...30, using: &generator)))
            // Somewhere within the write that has begun.
            usleep(UInt32.random(in: 0...2000, using: &generator))
            writer.end()
            found += try await readAll()
        }
        #expect(found > Self.kills)
    }

    @Test func `does not disturb another one, nor a reader`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for round in 0..<3 {
            let staying = try Writer(path, seed: 100 + round)
            let killed = try Writer(path, seed: 200 + round)
            #expect(staying.waitForWrites(5) && killed.waitForWrites(5))
            staying.drain()
            killed.end()
            _ = try await readAll()
            #expect(staying.process.isRunning)
            staying.end()
        }
    }
}
