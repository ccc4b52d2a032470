import Foundation
import MockAPICore
import MockAPIScenarios

/// Where runs of `verify` leave what failed: `.mockapi/last-failed.json` in the working directory.
///
/// The folder tells git by itself to leave it alone, and a build server may keep it between runs. Names are relative, so that
/// another checkout of the same files has use for it. Nothing is written where nothing failed and nothing is remembered.
struct FailureMemory {
    static let folder = ".mockapi"
    static let file = "\(folder)/last-failed.json"

    /// What is remembered, and whether the file is damaged.
    func read() -> (failures: RememberedFailures, isDamaged: Bool) {
        guard let data = FileManager.default.contents(atPath: Self.file) else { return (RememberedFailures(), false) }
        guard let json = try? JSONValue(parsing: [UInt8](data)), let failures = RememberedFailures(json) else {
            return (RememberedFailures(), true)
        }
        return (failures, false)
    }

    /// Takes a run into account; what went wrong, `nil` where nothing did.
    ///
    /// The report is to be one without secrets, since names of steps are written. The file is read and replaced under a
    /// lock, so that runs at the same time keep what the others wrote.
    func update(with report: RunReport) -> String? {
        let hasFailed = (report.scenarios + report.providerScenarios).contains { $0.status == .failed }
        if !hasFailed, !FileManager.default.fileExists(atPath: Self.file) { return nil }
        do {
            try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
        } catch {
            return "cannot make \(Self.folder): \(error.localizedDescription)"
        }
        let ignored = "\(Self.folder)/.gitignore"
        if !FileManager.default.fileExists(atPath: ignored) { _ = Platform.writeAtomically("*\n", to: ignored) }
        return Platform.locked("\(Self.folder)/lock") {
            var failures = read().failures
            failures.update(with: report) { Self.name($0) }
            failures.removeFiles { !FileManager.default.fileExists(atPath: $0) }
            return Platform.writeAtomically(failures.json.rendered(.pretty) + "\n", to: Self.file)
        }
    }

    /// The path of a file from the working directory where it is below, and else from the root.
    static func name(_ file: String) -> String {
        let path = URL(fileURLWithPath: file).standardizedFileURL.path
        let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).standardizedFileURL.path + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}
