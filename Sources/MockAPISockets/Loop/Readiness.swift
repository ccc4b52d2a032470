/// What a descriptor is watched for; its errors are watched for always.
package struct Interest: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bytes to read, or the end of the peer's side.
    package static let read = Interest(rawValue: 1)
    /// Room to write, or the end of a connect.
    package static let write = Interest(rawValue: 2)
    /// The end of the peer's side only, while its bytes are left unread.
    package static let end = Interest(rawValue: 4)
}

/// What has happened to a descriptor.
package struct Readiness: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read will not block; it may find bytes, the end, or an error.
    package static let read = Readiness(rawValue: 1)
    /// A write will not block.
    package static let write = Readiness(rawValue: 2)
    /// The peer has ended its side; bytes may still be waiting.
    package static let end = Readiness(rawValue: 4)
    /// The connection is broken, or both sides have ended.
    package static let broken = Readiness(rawValue: 8)
}

/// Somebody who is told when a descriptor is ready, on the thread of the loop.
package protocol EventHandler: AnyObject {
    /// Called once for each turn of the loop in which the descriptor is ready; must not block.
    func handle(_ readiness: Readiness)
}
