/// Paths as texts, with `/` between segments.
enum FilePath {
    /// The folder of a file; empty for a name alone.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path as seen from a folder, without the segments `.` and, where they can be taken back, `..`.
    static func resolve(_ path: String, against folder: String) -> String {
        let isAbsolute = path.hasPrefix("/") || folder.hasPrefix("/")
        let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        var segments: [Substring] = []
        for segment in whole.split(separator: "/") where segment != "." {
            if segment == "..", let last = segments.last, last != ".." {
                segments.removeLast()
            } else if segment != ".." || !isAbsolute {
                segments.append(segment)
            }
        }
        let joined = segments.joined(separator: "/")
        return isAbsolute ? "/\(joined)" : joined.isEmpty ? "." : joined
    }
}
