import MockAPICore
import MockAPIMatching

extension StubLoader {
    /// Reads a folder or file and looks further for what is doubtful though it can be served: stubs that never answer,
    /// stubs that cannot be told apart, and body files that no stub names.
    ///
    /// Findings are in the order of files and places.
    public static func check(
        _ path: String, shownPath: String? = nil, options: StubReadingOptions = .strict
    ) -> LoadedStubs {
        var loaded = load(path, shownPath: shownPath, options: options)
        reportShadowed(&loaded)
        reportAmbiguous(&loaded)
        sortFindings(&loaded)
        reportUnusedBodyFiles(&loaded)
        return loaded
    }

    private static func reportShadowed(_ loaded: inout LoadedStubs) {
        for pair in ShadowedStubs.find(in: loaded.stubs) {
            let winner = pair.by.location.map { "\($0.file):\($0.line)" } ?? pair.by.id
            loaded.findings.append(
                pair.isTie
                    ? Finding(
                        .warning, at: pair.shadowed.location,
                        "this stub never answers: it cannot be told apart from \(winner), which stands later",
                        hint: "add a condition or a priority, or remove one of them")
                    : Finding(
                        .warning, at: pair.shadowed.location,
                        "this stub never answers: \(winner) matches all its requests and goes before it, since "
                            + pair.rule.explanation(winner: pair.by, loser: pair.shadowed),
                        hint: "change a priority or a condition, or remove one of them"))
        }
    }

    private static func reportAmbiguous(_ loaded: inout LoadedStubs) {
        for pair in AmbiguousStubs.find(in: loaded.stubs) {
            let winner = pair.winner.location.map { "\($0.file):\($0.line)" } ?? pair.winner.id
            loaded.findings.append(
                Finding(
                    .warning, at: pair.loser.location,
                    "this stub and \(winner) both match \(pair.method) \(pair.path), and only the order of files lets the "
                        + "other one answer",
                    hint: "give one of them a priority"))
        }
    }

    /// Puts the findings in the order of files and places; those without a place keep theirs at the front.
    private static func sortFindings(_ loaded: inout LoadedStubs) {
        var places: [String: Int] = [:]
        for (index, file) in loaded.files.enumerated() { places[file] = index }
        let sorted = loaded.findings.enumerated().sorted { left, right in
            let (first, second) = (left.element.location, right.element.location)
            return (first.map { places[$0.file] ?? .max } ?? -1, first?.line ?? 0, first?.column ?? 0, left.offset)
                < (second.map { places[$0.file] ?? .max } ?? -1, second?.line ?? 0, second?.column ?? 0, right.offset)
        }
        loaded.findings = sorted.map(\.element)
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
