import Foundation
import MockAPIClient

/// A store of its own for each test of a policy, in a folder that is removed with it.
func makeCacheStore() -> any CacheStore { TemporaryStore() }

private final class TemporaryStore: CacheStore {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
    private let store: SQLiteCacheStore

    init() { store = SQLiteCacheStore(path: folder.appendingPathComponent("cache.db").path) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func entries(for key: String) async throws -> [CacheEntry] { try await store.entries(for: key) }
    func store(_ entry: CacheEntry, for key: String) async throws { try await store.store(entry, for: key) }
    func removeEntries(for key: String) async throws { try await store.removeEntries(for: key) }
    func removeEntries(of resource: String) async throws { try await store.removeEntries(of: resource) }
    func removeAll() async throws { try await store.removeAll() }
}
