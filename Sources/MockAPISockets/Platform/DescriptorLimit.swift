/// The number of descriptors that this process may have open.
///
/// `read` and `write` are in `DescriptorLimit+Linux.swift` and `DescriptorLimit+Darwin.swift`.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one, the first time that it is asked for.
    static let raiseOnce: Void = {
        guard let limit = read(), limit.soft < limit.hard else { return }
        write(soft: limit.hard, hard: limit.hard)
    }()

    /// How many connections may be held, leaving a reserve for listeners, loops, files and the rest of the program.
    static var connections: Int {
        guard let soft = read().map({ Int(clamping: $0.soft) }) else { return 1024 }
        return max(1, soft - min(256, max(16, soft / 4)))
    }
}
