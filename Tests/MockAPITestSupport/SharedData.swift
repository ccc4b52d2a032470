public import Foundation

/// The public conformance data that stands outside the package.
public enum SharedData {
    /// The folder named by `MOCKAPI_SHARED`, else `../shared` beside the package; `nil` where neither exists.
    public static let folder: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["MOCKAPI_SHARED"].map { URL(fileURLWithPath: $0) }
        let candidates = [named, package.deletingLastPathComponent().appendingPathComponent("shared")]
        return candidates.compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// Why a test that needs the data is skipped.
    public static let missing = "no conformance data: MOCKAPI_SHARED is not set and ../shared does not exist"
}
