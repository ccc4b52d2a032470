/// The place in a test's source where a fixture was asked for, and so where its failures are shown.
struct CallSite: Sendable {
    var fileID: StaticString
    var filePath: StaticString
    var line: UInt
    var column: UInt

    /// Fails the running test.
    ///
    /// Neither framework takes failures of the other: they would be lost without a word.
    func fail(_ message: String) {
        if Self.isInSwiftTesting { failSwiftTesting(message) } else { failXCTest(message) }
    }
}
