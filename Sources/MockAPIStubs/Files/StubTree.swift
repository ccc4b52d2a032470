package import MockAPICore

/// The files of a stub folder, in the order that decides between stubs: by path, each segment by Unicode scalars.
package struct StubTree {
    /// One file, named for people and for the system.
    package struct File {
        /// The path from the root, `/` between segments; the same on every machine.
        package var relativePath: String
        /// The path to open.
        package var path: String
        /// The path to show.
        package var shownPath: String
        /// The folders in which `__files` is looked for, the nearest first.
        package var folders: [String]
    }

    /// The stub and scenario files.
    package var files: [File] = []
    /// The `__files` folders, by the path to open.
    var bodyFolders: [(path: String, shownPath: String)] = []
    /// What could not be read.
    package var findings: [Finding] = []

    /// The folder that holds body files.
    static let bodyFolderName = "__files"

    private var visited: Set<FileSystem.FolderIdentity> = []

    /// Lists what is at `path`, a folder or one file; findings show it as `shownPath`.
    package init(path: String, shownPath: String) {
        let root = Self.trimmed(path)
        let shownRoot = Self.trimmed(shownPath)
        switch FileSystem.kind(of: path) {
        case .folder(let identity):
            visited.insert(identity)
            walk(root, shown: shownRoot, relative: "", folders: [root])
        case .file:
            let name = root.split(separator: "/").last.map(String.init) ?? root
            let folder = Self.folder(of: root)
            files = [File(relativePath: name, path: root, shownPath: shownRoot, folders: [folder])]
        case .other:
            findings = [Finding(at: nil, "\(shownPath) is neither a file nor a folder")]
        case nil:
            findings = [Finding(at: nil, "there is no file or folder \(shownPath)")]
        }
    }

    private mutating func walk(_ folder: String, shown: String, relative: String, folders: [String]) {
        let names: [String]
        do {
            names = try FileSystem.names(in: folder)
        } catch {
            findings.append(Finding(at: nil, "cannot read the folder \(shown): \(error.message)"))
            return
        }
        for name in names where name.utf8.first != UInt8(ascii: ".") {
            let path = Self.join(folder, name)
            let shownPath = Self.join(shown, name)
            let relativePath = relative.isEmpty ? name : "\(relative)/\(name)"
            switch FileSystem.kind(of: path) {
            case .folder(let identity):
                if name == Self.bodyFolderName {
                    bodyFolders.append((path, shownPath))
                } else if visited.insert(identity).inserted {
                    walk(path, shown: shownPath, relative: relativePath, folders: [path] + folders)
                }
            case .file where name.utf8.suffix(5).elementsEqual(".json".utf8):
                files.append(
                    File(relativePath: relativePath, path: path, shownPath: shownPath, folders: folders))
            case .file: break
            case .other:
                if name.utf8.suffix(5).elementsEqual(".json".utf8) {
                    findings.append(Finding(.warning, at: nil, "\(shownPath) is neither a file nor a folder"))
                }
            case nil:
                if name.utf8.suffix(5).elementsEqual(".json".utf8) {
                    let problem =
                        name.unicodeScalars.contains("\u{FFFD}")
                        ? "has a name that is no UTF-8" : "is a link to nothing"
                    findings.append(Finding(.warning, at: nil, "\(shownPath) \(problem)"))
                }
            }
        }
    }

    /// `folder/name`, without doubling the slash.
    static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty || folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The folder that a path names its last segment in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func trimmed(_ path: String) -> String {
        var path = Substring(path)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
