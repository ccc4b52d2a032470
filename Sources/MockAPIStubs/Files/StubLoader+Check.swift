import MockAPICore
import MockAPIMatching

extension StubLoader {
    /// Reads a folder or file and looks further for what is doubtful though it can be served: stubs that cannot be told
    /// apart, and body files that no stub names.
    public static func check(
        _ path: String, shownPath: String? = nil, options: StubReadingOptions = .strict
    ) -> LoadedStubs {
        var loaded = load(path, shownPath: shownPath, options: options)
        reportTwins(&loaded)
        reportUnusedBodyFiles(&loaded)
        return loaded
    }

    /// Two stubs with equal patterns and one priority: the later one always answers.
    private static func reportTwins(_ loaded: inout LoadedStubs) {
        struct Key: Hashable {
            var priority: Int
            var request: RequestPattern
        }
        var last: [Key: Stub] = [:]
        for stub in loaded.stubs {
            guard let earlier = last.updateValue(stub, forKey: Key(priority: stub.priority, request: stub.request))
            else { continue }
            let winner = stub.location.map { "\($0.file):\($0.line)" } ?? stub.id
            loaded.findings.append(
                Finding(
                    .warning, at: earlier.location, "this stub never answers: \(winner) has the same request pattern",
                    hint: "add a condition or a priority, or remove one of them"))
        }
    }

    /// Body files are found where the stubs that were read name them, so a folder with errors is not judged.
    private static func reportUnusedBodyFiles(_ loaded: inout LoadedStubs) {
        guard !loaded.hasErrors else { return }
        for folder in loaded.bodyFolders {
            for (path, shownPath) in files(below: folder.path, shown: folder.shownPath, depth: 0)
            where !loaded.usedBodyFiles.contains(path) {
                loaded.findings.append(
                    Finding(
                        .warning, at: FileLocation(file: shownPath, line: 1, column: 1), "no stub names this body file",
                        hint: "remove it, or name it as \"bodyFileName\""))
            }
        }
    }

    private static func files(
        below folder: String, shown: String, depth: Int
    ) -> [(path: String, shownPath: String)] {
        guard depth < 64, let names = try? FileSystem.names(in: folder) else { return [] }
        return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [(path: String, shownPath: String)] in
            let path = StubTree.join(folder, name)
            let shownPath = StubTree.join(shown, name)
            return switch FileSystem.kind(of: path) {
            case .folder: files(below: path, shown: shownPath, depth: depth + 1)
            case .file: [(path, shownPath)]
            case .other, nil: []
            }
        }
    }
}
