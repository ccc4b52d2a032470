import MockAPIScenarios
import MockAPIStubs

/// The files that reports of a run are written to, each of which is to be one of its own.
struct ReportPaths {
    /// The options that name them.
    static let options = ["report-json", "report-junit", "report-html"]

    private let paths: [(option: String, path: String)]

    /// Takes the paths of a command line.
    ///
    /// - Throws: `UsageError` where two are one file.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        let paths = Self.options.flatMap { option in arguments.values(option).map { (option: option, path: $0) } }
        for (index, one) in paths.enumerated() {
            if let other = paths[..<index].first(where: { Platform.isSameFile($0.path, one.path) }) {
                throw .invalidValue(
                    option: "--\(one.option)", found: one.path,
                    expected: "a file of its own; --\(other.option) is written there")
            }
        }
        self.paths = paths
    }

    /// Holds the paths against what a run reads.
    ///
    /// - Throws: `UsageError` where a report would take the place of a file that was read.
    func check(against loaded: LoadedScenarios, authorities: String?) throws(UsageError) {
        if paths.isEmpty { return }
        let stubs = loaded.stubRoots.flatMap { StubTree(path: $0, shownPath: $0).files.map(\.path) }
        let all = [(loaded.files, "a scenario"), (stubs, "stubs"), (authorities.map { [$0] } ?? [], "authorities")]
        for (option, path) in paths {
            for (files, noun) in all where files.contains(where: { Platform.isSameFile($0, path) }) {
                throw .invalidValue(
                    option: "--\(option)", found: path, expected: "a file of its own; it is read as \(noun)")
            }
            let real = Platform.destination(of: path)
            let isBody = loaded.stubRoots.contains { root in
                real.hasPrefix(Platform.destination(of: root) + "/") && real.contains("/__files/")
            }
            if isBody, FileSystem.kind(of: path) != nil {
                throw .invalidValue(
                    option: "--\(option)", found: path, expected: "a file of its own; it is the body of stubs")
            }
        }
    }
}
