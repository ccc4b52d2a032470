import MockAPIServer

#if canImport(Testing)
import Testing
#endif

extension FixtureRun {
    /// When the journal is added to a test's report.
    enum JournalAttachment {
        case always, onFailure
    }

    /// Ends the run, and attaches the journal to the running test of Swift Testing where something went wrong.
    func end(attachingJournal attachment: JournalAttachment, at site: CallSite) async {
        let failureCount = await end()
        #if canImport(Testing) && compiler(>=6.2)
        if Test.current != nil, attachment == .always || failureCount > 0 {
            Attachment.record(
                api.journal.description, named: "mockapi-journal.txt", sourceLocation: site.sourceLocation)
        }
        #endif
    }
}
