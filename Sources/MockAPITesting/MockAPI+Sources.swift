import Foundation
import MockAPICore
import MockAPIStubs

extension MockAPI.Configuration {
    /// The stubs of all sources, those that win by their order last.
    func loadStubs(testFile: String) throws -> [Stub] {
        var stubs: [Stub] = []
        var problems: [Finding] = []
        for source in sources {
            switch source {
            case .stubs(let made): stubs += made
            case .json(let text):
                add(StubLoader.read(text), &stubs, &problems)
            case .path(let path): add(StubLoader.load(path), &stubs, &problems)
            case .resource(let name, let bundle):
                do throws(MissingResource) {
                    let path = try ResourceLookup(name: name, bundle: bundle, testFile: testFile).path()
                    add(StubLoader.load(path, shownPath: name), &stubs, &problems)
                } catch {
                    problems.append(Finding(at: nil, error.description))
                }
            }
        }
        if !problems.isEmpty { throw FileProblems(problems) }
        return stubs
    }

    private func add(_ loaded: LoadedStubs, _ stubs: inout [Stub], _ problems: inout [Finding]) {
        stubs += loaded.stubs
        problems += loaded.findings.filter { $0.severity == .error }
    }
}
