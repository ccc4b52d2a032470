#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// The place in a test's source where a fixture was asked for, and so where its failures are shown.
struct CallSite: Sendable {
    var fileID: StaticString
    var filePath: StaticString
    var line: UInt
    var column: UInt

    /// Whether the code runs inside a test of Swift Testing.
    static var isInSwiftTesting: Bool {
        #if canImport(Testing)
        Test.current != nil
        #else
        false
        #endif
    }

    /// Fails the running test.
    ///
    /// Neither framework takes failures of the other: they would be lost without a word.
    func fail(_ message: String) {
        #if canImport(Testing)
        if Test.current != nil {
            Issue.record("\(message)", sourceLocation: sourceLocation)
            return
        }
        #endif
        #if canImport(XCTest)
        XCTFail(message, file: filePath, line: line)
        #endif
    }

    #if canImport(Testing)
    var sourceLocation: SourceLocation {
        SourceLocation(
            fileID: fileID.description, filePath: filePath.description, line: Int(line), column: Int(column))
    }
    #endif
}
