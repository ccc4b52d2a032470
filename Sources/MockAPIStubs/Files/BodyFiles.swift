/// Looks up `bodyFileName`, and lets no name lead out of its `__files` folder.
struct BodyFiles: Sendable {
    /// Why a name cannot be used.
    struct Refusal: Error, Equatable {
        var message: String
        var hint: String?
        /// Where the file would be, if that it is missing is all that is wrong.
        var missingPath: String?
    }

    /// A file that was found.
    struct Found: Equatable {
        var path: String
        var length: Int
    }

    /// The `__files` folder, if there is one.
    var folder: String?
    /// Where the folder would be that is nearest to the stub file.
    var expectedFolder: String?

    /// Finds the nearest `__files` folder among `folders`, which begin with the stub file's own.
    init(nearestTo folders: [String]) {
        let candidates = folders.map { StubTree.join($0, StubTree.bodyFolderName) }
        expectedFolder = candidates.first
        folder = candidates.first { if case .folder = FileSystem.kind(of: $0) { true } else { false } }
    }

    /// Uses a folder as it is.
    init(folder: String?) { self.folder = folder }

    /// The file that a name stands for.
    func find(_ name: String) throws(Refusal) -> Found {
        if let refusal = Self.refusal(of: name) { throw refusal }
        guard let folder else {
            throw Refusal(
                message: "there is no body file \"\(name)\": no \(StubTree.bodyFolderName) folder",
                hint: "put it into a \(StubTree.bodyFolderName) folder beside this file or above it",
                missingPath: expectedFolder.map { StubTree.join($0, name) })
        }
        let path = StubTree.join(folder, name)
        switch FileSystem.kind(of: path) {
        case .file(let length):
            guard let root = FileSystem.resolved(folder), let target = FileSystem.resolved(path),
                target.utf8.starts(with: "\(root)/".utf8)
            else {
                throw Refusal(
                    message: "body file \"\(name)\" is a link out of its \(StubTree.bodyFolderName) folder",
                    hint: "copy the file into the folder")
            }
            return Found(path: path, length: length)
        case .folder, .other:
            throw Refusal(message: "body file \"\(name)\" is no plain file")
        case nil:
            throw Refusal(
                message: "there is no body file \"\(name)\"",
                hint: "names are relative to the nearest \(StubTree.bodyFolderName) folder", missingPath: path)
        }
    }

    /// What is wrong with a name by itself, wherever it were looked up.
    static func refusal(of name: String) -> Refusal? {
        let hint = "name a file below \(StubTree.bodyFolderName), such as \"users/list.json\""
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        if name.isEmpty { return Refusal(message: "a body file name cannot be empty", hint: hint) }
        if name.utf8.contains(0) { return Refusal(message: "a body file name cannot hold NUL", hint: hint) }
        if name.utf8.contains(UInt8(ascii: "\\")) {
            return Refusal(message: "body file \"\(name)\" holds a backslash", hint: "write / between folders")
        }
        if name.utf8.first == UInt8(ascii: "/") {
            return Refusal(message: "body file \"\(name)\" is an absolute path", hint: hint)
        }
        if segments.contains("..") {
            return Refusal(message: "body file \"\(name)\" leads out of its folder", hint: hint)
        }
        if segments.contains("") || segments.contains(".") {
            return Refusal(message: "body file \"\(name)\" has an empty segment", hint: hint)
        }
        return nil
    }
}
