import MockAPIStubs

/// The folders and files of stubs, outside of which nothing is written.
struct StubFolders: Sendable {
    private let roots: [String]
    /// The same with all links resolved.
    private let resolved: [String]

    init(_ roots: [String]) {
        self.roots = roots
        resolved = roots.compactMap { FileSystem.resolved($0) }
    }

    /// Why a file is not written; `nil` for one that is in a folder of stubs, links followed.
    func refusal(of path: String) -> String? {
        guard let target = FileSystem.resolved(path) else { return "\(path) is gone" }
        if Self.holds(resolved, target) { return nil }
        if Self.holds(roots, path) {
            return "\(path) is reached by a symbolic link and is \(target), which is outside of the stubs folder;"
                + " change it there by hand"
        }
        return "the stub is in \(path), which is in no stubs folder; change it there by hand"
    }

    private static func holds(_ roots: [String], _ path: String) -> Bool {
        roots.contains { root in
            path == root || path.hasPrefix(root.hasSuffix("/") ? root : "\(root)/")
        }
    }
}
