#if os(Linux)
import CMockAPILinux

/// The processors of the machine.
enum Processors {
    /// How many this process may run on.
    static var usable: Int { Int(mockapi_usable_processors()) }
}
#endif
