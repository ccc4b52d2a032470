import MockAPIServer

extension FixtureRun {
    /// When the journal is added to a test's report.
    enum JournalAttachment {
        case always, onFailure
    }

    /// Ends the run, and attaches the journal to the running test of Swift Testing where something went wrong.
    func end(attachingJournal attachment: JournalAttachment, at site: CallSite) async {
        if await end() > 0 || attachment == .always {
            site.attach(api.journal.description, named: "mockapi-journal.txt")
        }
    }
}
