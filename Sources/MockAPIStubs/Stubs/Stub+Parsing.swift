public import MockAPICore

extension Stub {
    /// Reads one mapping from JSON text.
    ///
    /// A stub without `id` gets one by chance. Warnings of the lenient reader are dropped; `StubLoader.read` gives them.
    ///
    /// - Parameters:
    ///   - json: the mapping.
    ///   - bodyFolder: where `bodyFileName` is looked up; without one, a mapping that names a body file is an error.
    ///   - options: how to read.
    /// - Throws: `FileProblems` with all that is wrong.
    public init(
        parsing json: String, bodyFolder: String? = nil, options: StubReadingOptions = .strict
    ) throws(FileProblems) {
        let stubs = try StubLoader.read(json, bodyFolder: bodyFolder, options: options).stubsOrThrow()
        guard let stub = stubs.first, stubs.count == 1 else {
            throw FileProblems([Finding(at: nil, "one mapping is expected, found \(stubs.count)")])
        }
        self = stub
    }
}

extension StubLoader {
    /// Reads the mappings of a JSON text: one, or those of `mappings`.
    ///
    /// Stubs without `id` get one by chance. Findings have no file name.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - bodyFolder: where `bodyFileName` is looked up.
    ///   - options: how to read.
    public static func read(
        _ json: String, bodyFolder: String? = nil, options: StubReadingOptions = .strict
    ) -> LoadedStubs {
        read(Array(json.utf8), bodyFolder: bodyFolder, options: options)
    }

    /// Reads the mappings of a JSON text in UTF-8: one, or those of `mappings`.
    public static func read(
        _ json: [UInt8], bodyFolder: String? = nil, options: StubReadingOptions = .strict
    ) -> LoadedStubs {
        var reader = StubReader(options: options, bodyFiles: BodyFiles(folder: bodyFolder))
        do {
            let text = StubText(json, options: options.json)
            let stubs = try reader.stubs(of: json, file: "", text: text) { _ in StubID.random() }
            return loaded(stubs ?? [], with: &reader)
        } catch {
            return LoadedStubs(findings: [error.finding(file: "", bytes: json)])
        }
    }

    /// Reads the mappings that a value of another file holds: one, or those of `mappings`.
    ///
    /// Findings and stubs have the places of that file; a stub without `id` gets a stable one made from file name and
    /// place. Repeated keys are for the reader of the file to report.
    ///
    /// - Parameters:
    ///   - node: the value.
    ///   - bodyFolders: the folders in which `__files` is looked for, the nearest first.
    ///   - options: how to read.
    public static func read(
        _ node: JSONNode, bodyFolders: [String] = [], options: StubReadingOptions = .strict
    ) -> LoadedStubs {
        var reader = StubReader(options: options, bodyFiles: BodyFiles(nearestTo: bodyFolders))
        let stubs = reader.stubs(of: node) { _, mapping in
            StubID.stable(file: node.document.file, position: mapping.range.lowerBound)
        }
        reader.reportDuplicates(in: nil)
        return loaded(stubs, with: &reader)
    }

    private static func loaded(_ stubs: [Stub], with reader: inout StubReader) -> LoadedStubs {
        var ids: [String: FileLocation] = [:]
        var loaded = LoadedStubs(stubs: stubs)
        reader.reportRepeatedIDs(&ids)
        loaded.findings = reader.sortedFindings
        return loaded
    }
}
