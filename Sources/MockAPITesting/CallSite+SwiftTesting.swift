#if canImport(Testing)
import Testing

extension CallSite {
    /// Whether the code runs inside a test of Swift Testing.
    static var isInSwiftTesting: Bool { Test.current != nil }

    /// The place in the form of Swift Testing.
    var sourceLocation: SourceLocation {
        SourceLocation(
            fileID: fileID.description, filePath: filePath.description, line: Int(line), column: Int(column))
    }

    /// Fails the running test of Swift Testing.
    func failSwiftTesting(_ message: String) { Issue.record("\(message)", sourceLocation: sourceLocation) }
}
#else
extension CallSite {
    /// Whether the code runs inside a test of Swift Testing.
    static var isInSwiftTesting: Bool { false }

    /// Fails the running test of Swift Testing.
    func failSwiftTesting(_ message: String) {}
}
#endif
