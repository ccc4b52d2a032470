public import MockAPICore
import MockAPIStubs

/// What was found at the paths given.
public struct LoadedScenarios: Sendable {
    /// The scenarios that can be run, in sorted file order.
    public var scenarios: [Scenario] = []
    /// What is wrong or doubtful with scenario files, in the order of files.
    public var findings: [Finding] = []
    /// What is wrong or doubtful with the stub files that scenarios name, each file once.
    public var stubFindings: [Finding] = []
    /// The scenario files, by the path shown.
    public var files: [String] = []
    /// The folders and files of stubs that scenarios name, by the path to open.
    public var stubRoots: [String] = []

    /// Whether some finding is an error.
    public var hasErrors: Bool { (findings + stubFindings).contains { $0.severity == .error } }
}

/// Reads scenario files.
public enum ScenarioLoader {
    /// Reads the scenarios at paths: files, or folders with all below them.
    ///
    /// In a folder, a `*.json` file with `steps` is a scenario and others are left alone; nothing is read whose name
    /// begins with a dot, and nothing below a `__files` folder. A file that is named itself must be a scenario. The
    /// stubs that scenarios name are read as well, and everything that is wrong is found at once. A file that several paths
    /// lead to is read once.
    ///
    /// - Parameters:
    ///   - paths: the files and folders, as the user gave them.
    ///   - catalog: the typed requests that steps may name.
    ///   - stubs: the file or folder of stubs for scenarios that name none.
    ///   - variables: variables that all scenarios have; they win over those of the files.
    public static func load(
        paths: [String], catalog: RequestCatalog, stubs: String? = nil, variables: [String: JSONValue] = [:]
    ) -> LoadedScenarios {
        var loaded = LoadedScenarios()
        var source = StubSource()
        var defaultStubs: [Stub] = []
        if let stubs {
            if let found = source.stubs(at: stubs) {
                defaultStubs = found
            } else {
                loaded.findings.append(Finding(at: nil, "there is no file or folder \(stubs)"))
            }
        }
        var folders: [String: String] = [:]
        var known: Set<String> = []
        for path in paths {
            let tree = StubTree(path: path, shownPath: path)
            loaded.findings += tree.findings
            let isNamed = if case .file? = FileSystem.kind(of: path) { true } else { false }
            for file in tree.files {
                let identity = identity(of: file.path, &folders)
                if known.contains(identity) { continue }
                let findings = loaded.findings.count
                let document = document(file, isNamed: isNamed, &loaded)
                // What a folder leaves alone may still be named itself.
                if document != nil || loaded.findings.count > findings { known.insert(identity) }
                guard let document else { continue }
                loaded.files.append(file.shownPath)
                var reader = ScenarioReader(catalog: catalog, stubs: source, bodyFolders: file.folders)
                reader.defaultStubs = defaultStubs
                reader.givenVariables = variables
                if let scenario = reader.read(document) { loaded.scenarios.append(scenario) }
                loaded.findings += reader.sortedFindings
                source = reader.stubs
            }
        }
        loaded.stubFindings = source.findings
        loaded.stubRoots = source.paths
        return loaded
    }

    /// The path of a file with the links to its folder resolved; a link in a folder is a file of its own, since what it names
    /// is relative to where it stands.
    private static func identity(of path: String, _ folders: inout [String: String]) -> String {
        let folder = FilePath.folder(of: path)
        let resolved = folders[folder] ?? FileSystem.resolved(folder.isEmpty ? "." : folder) ?? folder
        folders[folder] = resolved
        return "\(resolved)/\(path.split(separator: "/").last ?? "")"
    }

    /// Reads a file; `nil` where it is no scenario, which is an error for a file that is named itself.
    private static func document(
        _ file: StubTree.File, isNamed: Bool, _ loaded: inout LoadedScenarios
    ) -> JSONDocument? {
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.contents(of: file.path)
        } catch {
            loaded.findings.append(Finding(at: nil, "cannot read \(file.shownPath): \(error.message)"))
            return nil
        }
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes, file: file.shownPath)
        } catch {
            loaded.findings.append(error.finding(file: file.shownPath, bytes: bytes))
            return nil
        }
        if isScenario(document.root) { return document }
        if isNamed { loaded.findings.append(Finding(at: document.root.location, "a scenario needs \"steps\"")) }
        return nil
    }

    /// Whether a value has `steps`, or another key that only a scenario can have.
    private static func isScenario(_ root: JSONNode) -> Bool {
        let members = root.members
        if members.contains(where: { $0.key == "steps" }) { return true }
        if members.contains(where: { ["request", "response", "mappings"].contains($0.key) }) { return false }
        return members.contains { Spelling.suggestion(for: $0.key, among: ["steps"]) != nil }
    }
}
