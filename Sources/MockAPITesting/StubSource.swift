public import Foundation
public import MockAPIStubs

/// Where the stubs of a fixture come from.
public enum StubSource: Sendable {
    /// Stubs made in code.
    case stubs([Stub])
    /// A text as it would stand in a stub file.
    case json(String)
    /// A folder or file; a relative path is looked up from the working folder.
    case path(String)
    /// A folder or file among a bundle's resources, declared with `.copy`, so that its folders stay.
    ///
    /// Where the bundle has no such resource, or is `nil`, the path is looked up beside the test's source file.
    case resource(String, in: Bundle?)
}
