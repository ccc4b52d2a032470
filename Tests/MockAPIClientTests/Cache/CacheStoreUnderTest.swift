import MockAPIClient

/// The store that the tests of policies use, which are run with another one elsewhere.
func makeCacheStore() -> any CacheStore { MemoryCacheStore() }
