public import MockAPICore

/// What was found in a stub folder or file.
public struct LoadedStubs: Sendable {
    /// The stubs that can be served, in sorted file order.
    public var stubs: [Stub] = []
    /// What is wrong or doubtful, in the order of files and places.
    public var findings: [Finding] = []
    /// The files that were read as stub files, by the path shown.
    public var files: [String] = []
    /// The files that are scenarios, having `steps`, and were left alone; by the path shown.
    public var scenarioFiles: [String] = []
    /// The body files that stubs name, by the path to open.
    var usedBodyFiles: Set<String> = []
    /// The `__files` folders.
    var bodyFolders: [(path: String, shownPath: String)] = []

    /// Makes a result of stubs and findings, for stubs that come from elsewhere.
    public init(stubs: [Stub] = [], findings: [Finding] = []) {
        self.stubs = stubs
        self.findings = findings
    }

    /// Whether some finding is an error.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// The stubs.
    ///
    /// - Throws: `FileProblems` with all findings where some finding is an error.
    public func stubsOrThrow() throws(FileProblems) -> [Stub] {
        if hasErrors { throw FileProblems(findings) }
        return stubs
    }
}

/// Reads stub files.
public enum StubLoader {
    /// Reads a folder, or one file.
    ///
    /// Of a folder, each `*.json` below it is read, in the order of the paths, each segment by Unicode scalars; but nothing
    /// whose name begins with a dot, and nothing below a `__files` folder, where the body files are. A file is one
    /// mapping, or an object with `mappings`; one with `steps` is a scenario and is left alone. A folder as WireMock has
    /// it, with `mappings/` and `__files/`, works as it is.
    ///
    /// Everything that is wrong is found at once, and the good stubs are there beside it; whether to go on is for the
    /// caller to say.
    ///
    /// - Parameters:
    ///   - path: the folder or file.
    ///   - shownPath: how findings and reports show it; `path` where it is `nil`.
    ///   - options: how to read.
    ///   - scope: a text that goes into the stable ids, so that stubs of several folders can be put together.
    public static func load(
        _ path: String, shownPath: String? = nil, options: StubReadingOptions = .strict, scope: String? = nil
    ) -> LoadedStubs {
        let tree = StubTree(path: path, shownPath: shownPath ?? path)
        var loaded = LoadedStubs()
        loaded.findings = tree.findings
        loaded.bodyFolders = tree.bodyFolders
        var ids: [String: FileLocation] = [:]
        for var file in tree.files {
            if let scope { file.relativePath = "\(scope)/\(file.relativePath)" }
            load(file, options, into: &loaded, ids: &ids)
        }
        if loaded.files.isEmpty, loaded.scenarioFiles.isEmpty, !loaded.hasErrors {
            loaded.findings.append(
                Finding(
                    .warning, at: nil, "there are no stub files in \(shownPath ?? path)",
                    hint: "stub files end in .json"))
        }
        return loaded
    }

    private static func load(
        _ file: StubTree.File, _ options: StubReadingOptions, into loaded: inout LoadedStubs,
        ids: inout [String: FileLocation]
    ) {
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.contents(of: file.path)
        } catch {
            loaded.files.append(file.shownPath)
            loaded.findings.append(Finding(at: nil, "cannot read \(file.shownPath): \(error.message)"))
            return
        }
        var reader = StubReader(options: options, bodyFiles: BodyFiles(nearestTo: file.folders))
        let text = StubText(contentsOf: file.path, bytes, options: options.json)
        let stubs: [Stub]?
        do {
            stubs = try reader.stubs(of: bytes, file: file.shownPath, text: text) { position in
                StubID.stable(file: file.relativePath, position: position)
            }
        } catch {
            loaded.files.append(file.shownPath)
            loaded.findings.append(error.finding(file: file.shownPath, bytes: bytes))
            return
        }
        guard let stubs else {
            loaded.scenarioFiles.append(file.shownPath)
            return
        }
        loaded.files.append(file.shownPath)
        loaded.stubs += stubs
        reader.reportRepeatedIDs(&ids)
        loaded.findings += reader.sortedFindings
        loaded.usedBodyFiles.formUnion(reader.usedBodyFiles)
    }
}

extension StubReadingOptions {
    /// How the text is read.
    var json: JSONReadingOptions { isLenient ? .lenient : .strict }
}
