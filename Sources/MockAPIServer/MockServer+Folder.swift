public import MockAPICore
public import MockAPIStubs

extension MockServer {
    /// Makes a server of the stubs in a folder or file; it does not listen yet.
    ///
    /// - Throws: `FileProblems` with everything that is wrong with the files.
    public convenience init(
        folder: String, options: StubReadingOptions = .strict,
        configuration: Configuration = Configuration()
    ) throws(FileProblems) {
        self.init(
            stubs: try StubLoader.load(folder, options: options).stubsOrThrow(), configuration: configuration)
    }
}
