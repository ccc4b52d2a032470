public import Foundation

/// A folder of its own for one test, removed when the value goes.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let url: URL

    /// The path of the folder, links resolved.
    public var path: String { url.path }

    /// Makes an empty folder.
    public init() throws {
        let name = "mockapi-\(UUID().uuidString)"
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder
    }

    /// Makes a folder with text files, by their paths; folders are made as needed.
    public convenience init(_ files: KeyValuePairs<String, String>) throws {
        try self.init()
        for (path, text) in files { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file, making folders as needed.
    public func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

    /// Writes a file, making folders as needed.
    public func write(_ data: Data, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Makes a symbolic link.
    public func link(_ path: String, to target: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    }

    /// The text of a file.
    public func text(of name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    /// The absolute path of something in the folder.
    public func path(of name: String) -> String { url.appendingPathComponent(name).path }
}
