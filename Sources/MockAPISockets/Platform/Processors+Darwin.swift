#if canImport(Darwin)
import Darwin

/// The processors of the machine.
enum Processors {
    /// How many this process may run on.
    static var usable: Int { max(1, sysconf(_SC_NPROCESSORS_ONLN)) }
}
#endif
