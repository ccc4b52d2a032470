import MockAPIClient
import MockAPICore

/// What the clients of a scenario's steps share.
final class ClientMemory: Sendable {
    /// The responses they store.
    let cache = MemoryCacheStore()
    /// The cookies they keep.
    let cookies = CookieStore()
    private let renewed = Locked<[String: String]>([:])

    /// The token that took the place of this one, or this one.
    func current(_ token: String) -> String { renewed.withLock { $0[token] ?? token } }

    /// Notes a token that takes the place of an invalid one, and of those before.
    func renew(_ invalid: String, with token: String) {
        renewed.withLock { renewed in
            for (old, new) in renewed where new == invalid { renewed[old] = token }
            renewed[invalid] = token
        }
    }
}
