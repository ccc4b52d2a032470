import Foundation

/// Finds the stubs that a test names: among the resources of its bundle, else beside its source file.
struct ResourceLookup {
    var name: String
    var bundle: Bundle?
    var testFile: String

    /// The path of the folder or file.
    func path() throws(MissingResource) -> String {
        let resources = [bundle?.resourceURL, bundle?.bundleURL].compactMap(\.self)
        let inBundle = resources.map { $0.appendingPathComponent(name).path }
        let besideTest = URL(fileURLWithPath: testFile).deletingLastPathComponent().appendingPathComponent(name).path
        if let found = inBundle.first(where: { FileManager.default.fileExists(atPath: $0) }) { return found }
        guard FileManager.default.fileExists(atPath: besideTest) else {
            throw MissingResource(name: name, places: inBundle.prefix(1) + [besideTest])
        }
        if bundle != nil {
            let note = """
                mockapi: note: "\(name)" is not among the resources of the bundle; using \(besideTest). \
                Declare it in Package.swift: resources: [.copy("\(name)")]\n
                """
            FileHandle.standardError.write(Data(note.utf8))
        }
        return besideTest
    }
}

/// The stubs that a test names are nowhere.
struct MissingResource: Error, CustomStringConvertible {
    var name: String
    var places: [String]

    var description: String {
        """
        there are no stubs "\(name)": looked for \(places.joined(separator: " and ")). \
        Declare them in Package.swift with resources: [.copy("\(name)")], not .process, which flattens folders
        """
    }
}
