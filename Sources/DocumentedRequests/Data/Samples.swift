import Foundation

/// The sample files that come with this module.
enum Samples {
    /// Why a sample cannot be found.
    struct Missing: Error, CustomStringConvertible {
        var name: String
        var description: String { "the sample file \(name) is not beside the program" }
    }

    /// The place of a sample file.
    ///
    /// The bundle is looked for beside the program and beside this module. A program that was copied without it goes on
    /// working, since `Bundle.module` would end it.
    static func url(_ name: String) throws -> URL {
        let folders = [Bundle.main.bundleURL, Bundle.main.resourceURL, Bundle(for: Marker.self).bundleURL]
            .compactMap(\.self)
        let bundles = folders.flatMap { folder in
            [folder, folder.deletingLastPathComponent()].flatMap { place in
                ["resources", "bundle"].map { place.appendingPathComponent("mockapi_DocumentedRequests.\($0)") }
            }
        }
        let files = bundles.flatMap { bundle in
            ["Samples", "Contents/Resources/Samples"].map {
                bundle.appendingPathComponent($0).appendingPathComponent(name)
            }
        }
        guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw Missing(name: name)
        }
        return file
    }

    private final class Marker {}
}
