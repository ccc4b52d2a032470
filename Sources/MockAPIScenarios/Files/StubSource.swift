import MockAPICore
import MockAPIStubs

/// Loads the stubs that scenario files name, each path once however many scenarios name it.
struct StubSource {
    private var loaded: [String: [Stub]] = [:]
    /// The paths that were named.
    var paths: [String] { loaded.keys.sorted() }
    /// What is wrong with the stub files, in the order in which they were named.
    private(set) var findings: [Finding] = []

    /// The stubs at a path; `nil` where nothing is.
    mutating func stubs(at path: String) -> [Stub]? {
        if let known = loaded[path] { return known }
        guard FileSystem.kind(of: path) != nil else { return nil }
        let result = StubLoader.load(path, scope: path)
        loaded[path] = result.stubs
        findings += result.findings
        return result.stubs
    }
}

extension ScenarioReader {
    /// Reads the stubs that a scenario or a step names: paths relative to the scenario file, and inline mappings.
    mutating func stubs(_ node: JSONNode) -> StepStubs {
        var result = StepStubs()
        guard expect(node, .array, "stubs") else { return result }
        for element in node.elements {
            switch element.kind {
            case .string:
                let path = FilePath.resolve(element.string ?? "", against: FilePath.folder(of: element.document.file))
                if let stubs = stubs.stubs(at: path) {
                    result.files += stubs
                } else {
                    report(
                        element.location, "there is no file or folder \(path)",
                        hint: "paths are relative to the scenario file")
                }
            case .object:
                let loaded = StubLoader.read(element, bodyFolders: bodyFolders)
                result.inline += loaded.stubs
                findings += loaded.findings
            default:
                report(
                    element.location,
                    "\"stubs\" must hold paths and mappings, found \(Wording.found(element.value))")
            }
        }
        return result
    }
}
