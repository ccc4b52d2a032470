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
        let isAttached = await end() > 0 || attachment == .always
        if isAttached { attachJournal(at: site) }
    }

    private func attachJournal(at site: CallSite) {
        #if canImport(Testing) && compiler(>=6.2)
        if Test.current != nil {
            Attachment.record(
                api.journal.description, named: "mockapi-journal.txt", sourceLocation: site.sourceLocation)
        }
        #endif
    }
}
