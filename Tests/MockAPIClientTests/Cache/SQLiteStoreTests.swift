#if canImport(SQLite3) || SQLite
import Foundation
import Testing

@testable import MockAPIClient

@Suite struct `A store in SQLite` {
    /// A folder that is removed with the suite's value.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")

        deinit { try? FileManager.default.removeItem(at: url) }

        /// Everything that stands in the folder's files.
        func bytes() throws -> Data {
            try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
                .reduce(Data()) { $0 + (try Data(contentsOf: $1)) }
        }
    }

    private let folder = Folder()
    private var path: String { folder.url.appendingPathComponent("cache.db").path }

    private func store(limit: Int = 1 << 20, useInterval: Double = 0, clock: Locked<Double> = Locked(0))
        -> SQLiteCacheStore
    {
        SQLiteCacheStore(
            path: path, sizeLimit: limit, busyTimeout: .seconds(30),
            time: TimeSource(
                monotonic: { .zero },
                unixTime: {
                    clock.withLock {
                        $0 += 1
                        return $0
                    }
                }), useInterval: useInterval)
    }

    private func entry(_ body: String, resource: String = "r", selectors: [CacheEntry.Selector] = []) -> CacheEntry {
        CacheEntry(
            status: 203, reason: "Fine", headers: ["X": "ü", "x": "2"], body: Array(body.utf8), requestTime: 1.5,
            responseTime: 2.25, resource: resource, selectors: selectors)
    }

    @Test func `keeps entries whole from one start to the next`() async throws {
        let first = entry("ünï")
        let selectors = [("a", nil), ("b", "1")].map { CacheEntry.Selector(name: $0.0, digest: $0.1) }
        let second = entry("", resource: "s", selectors: selectors)
        do {
            let store = store()
            try await store.store(first, for: "a")
            try await store.store(second, for: "a")
        }
        let entries = try await store().entries(for: "a")
        #expect(Set(entries) == [first, second])
        let none = try await store().entries(for: "b")
        #expect(none.isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode == 0o600)
    }

    @Test func `replaces the same variant, and removes by key, by URL and all`() async throws {
        let store = store()
        try await store.store(entry("one"), for: "a")
        try await store.store(entry("two"), for: "a")
        try await store.store(entry("three", resource: "s"), for: "b")
        try await store.store(entry("four", resource: "t"), for: "c")
        try await store.store(entry("a-visible-secret", resource: "t"), for: "d")
        let bodies = try await store.entries(for: "a").map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == ["two"])
        try await store.removeEntries(for: "a")
        try await store.removeEntries(of: "s")
        let left = try await [
            store.entries(for: "a").count, store.entries(for: "b").count, store.entries(for: "c").count,
        ]
        #expect(left == [0, 0, 1])
        let before = try folder.bytes()
        #expect(before.range(of: Data("a-visible-secret".utf8)) != nil)
        try await store.removeAll()
        let size = try await store.size
        #expect(size == 0)
        let after = try folder.bytes()
        #expect(after.range(of: Data("a-visible-secret".utf8)) == nil)
    }

    @Test func `lets the least recently used go first`() async throws {
        let store = store(limit: 3 * entry("").size + 30)
        let body = String(repeating: "x", count: 10)
        for key in ["a", "b", "c"] { try await store.store(entry(body), for: key) }
        _ = try await store.entries(for: "a")
        try await store.store(entry(body), for: "d")
        var left: [String] = []
        for key in ["a", "b", "c", "d"] where try await !store.entries(for: key).isEmpty { left.append(key) }
        #expect(left == ["a", "c", "d"])
        try await store.store(entry(String(repeating: "x", count: 100_000)), for: "d")
        let (size, last) = (try await store.size, try await store.entries(for: "d"))
        #expect(size == 2 * entry(body).size && last.isEmpty)
    }

    @Test func `holds no secret of a request, and serves the next start`() async throws {
        let network = FakeNetwork()
        let client = network.client(.networkFirst, store: store())
        network.answer(1, ["Vary": "Authorization, X-Secret", "Set-Cookie": "s=secret-cookie"])
        let request = TestRequest<User>(
            path: "/user?token=secret-query",
            headers: ["Authorization": "Bearer secret-token", "X-Secret": "secret-header", "Cookie": "c=secret-cookie"])
        _ = try await client.send(request)
        let bytes = try folder.bytes()
        #expect(bytes.range(of: Data("n\"}".utf8)) != nil)
        #expect(bytes.range(of: Data("secret-".utf8)) == nil)
        network.fail()
        let id = try await network.client(.networkFirst, store: store()).send(request).id
        #expect(id == 1)
    }

    @Test func `is set aside once it is damaged, and begun anew`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path))
        let store = store()
        do {
            _ = try await store.entries(for: "a")
            Issue.record("the damage was not told")
        } catch let problem as CacheStoreProblem {
            guard case .damaged(path, path + ".damaged", _) = problem else { throw problem }
            #expect(problem.description.contains("was moved to"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".damaged")) == Data(repeating: 7, count: 5000))
        try await store.store(entry("new"), for: "a")
        let entries = try await store.entries(for: "a")
        #expect(entries == [entry("new")])
    }

    @Test func `goes on when it is damaged while it is used, and never gives half an entry`() async throws {
        let body = String(repeating: "0123456789", count: 3000)
        for round in 0..<6 {
            let store = store()
            for key in 0..<20 { try await store.store(entry(body), for: "\(key)") }
            await store.close()
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            let end = try file.seekToEnd()
            for place in stride(from: UInt64(round) * 100, to: end, by: 50_000) {
                try file.seek(toOffset: place)
                try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
            }
            try file.close()
            var problems = 0
            for key in 0..<20 {
                do {
                    for found in try await store.entries(for: "\(key)") { #expect(found == entry(body)) }
                } catch is CacheStoreProblem {
                    problems += 1
                }
            }
            #expect(problems > 0)
            // The first write may be the one that finds the damage.
            try? await store.store(entry("new"), for: "new")
            try await store.store(entry("new"), for: "new")
            let entries = try await store.entries(for: "new")
            #expect(entries == [entry("new")])
        }
    }

    @Test func `begins anew where its file was removed, and goes on with one that took its place`() async throws {
        let (one, two) = (store(), store())
        try await one.store(entry("one"), for: "a")
        try FileManager.default.removeItem(at: folder.url)
        let gone = try await two.entries(for: "a")
        #expect(gone.isEmpty)
        try await two.store(entry("two"), for: "a")
        let entries = try await one.entries(for: "a")
        #expect(entries == [entry("two")])
    }

    @Test func `leaves a database of another program alone`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        do {
            let other = try SQLiteDatabase(path: path, busyMilliseconds: 0)
            try other.execute("CREATE TABLE entry (precious TEXT); INSERT INTO entry VALUES ('p')")
        }
        await #expect(throws: CacheStoreProblem.foreign(path: path)) { try await store().entries(for: "a") }
        let kept = try SQLiteDatabase(path: path, busyMilliseconds: 0)
            .rows("SELECT precious FROM entry") { $0.text(0) }
        #expect(kept == ["p"])
    }

    @Test func `drops the tables of another version of itself`() async throws {
        try await store().store(entry("one"), for: "a")
        try SQLiteDatabase(path: path, busyMilliseconds: 30000).execute("PRAGMA user_version = 9")
        let store = store()
        let old = try await store.entries(for: "a")
        #expect(old.isEmpty)
        try await store.store(entry("two"), for: "a")
        let new = try await store.entries(for: "a")
        #expect(new == [entry("two")])
    }

    @Test func `says why it cannot be used`() async throws {
        let nowhere = SQLiteCacheStore(path: "/dev/null/cache.db")
        do {
            _ = try await nowhere.entries(for: "a")
            Issue.record("a folder below a device was made")
        } catch let problem as CacheStoreProblem {
            guard case .unusable("/dev/null/cache.db", _) = problem else { throw problem }
        }
    }

    @Test func `is read while another one writes, whose end a writer waits for`() async throws {
        try await store().store(entry("one"), for: "a")
        let other = try SQLiteDatabase(path: path, busyMilliseconds: 0)
        try other.execute("BEGIN IMMEDIATE")
        let impatient = SQLiteCacheStore(path: path, busyTimeout: .zero)
        let read = try await impatient.entries(for: "a")
        #expect(read == [entry("one")])
        do {
            try await impatient.store(entry("two"), for: "a")
            Issue.record("two write at once")
        } catch let problem as CacheStoreProblem {
            guard case .unusable(path, _) = problem else { throw problem }
        }
        let store = store()
        async let written: Void = store.store(entry("three"), for: "a")
        try other.execute("COMMIT")
        try await written
        let entries = try await impatient.entries(for: "a")
        #expect(entries == [entry("three")])
    }

    @Test func `is shared by several connections`() async throws {
        let stores = (0..<4).map { _ in store() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    for number in 0..<25 { try await store.store(self.entry("\(number)"), for: "\(index)-\(number)") }
                }
            }
            try await group.waitForAll()
        }
        let size = try await stores[0].size
        #expect(size >= 100 * entry("").size)
    }
}
#endif
