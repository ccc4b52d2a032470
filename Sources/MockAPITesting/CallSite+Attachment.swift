#if canImport(Testing) && compiler(>=6.2)
import Testing

extension CallSite {
    /// Adds a text to the report of the running test of Swift Testing; does nothing outside one.
    func attach(_ text: String, named name: String) {
        if Test.current != nil { Attachment.record(text, named: name, sourceLocation: sourceLocation) }
    }
}
#else
extension CallSite {
    /// Adds a text to the report of the running test of Swift Testing, whose older versions cannot.
    func attach(_ text: String, named name: String) {}
}
#endif
