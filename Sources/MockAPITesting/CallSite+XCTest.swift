#if canImport(XCTest)
import XCTest

extension CallSite {
    /// Fails the running test of XCTest.
    func failXCTest(_ message: String) { XCTFail(message, file: filePath, line: line) }
}
#else
extension CallSite {
    /// Fails the running test of XCTest.
    func failXCTest(_ message: String) {}
}
#endif
