import Testing

@testable import MockAPIScenarios

@Suite struct FilePathTests {
    @Test(arguments: [
        ("../stubs/github", "scenarios", "stubs/github"),
        ("../stubs", "scenarios/deep", "scenarios/stubs"),
        ("../../../x", "a", "../../x"),
        ("x.json", "", "x.json"),
        ("..", "a", "."),
        ("/etc/x", "a", "/etc/x"),
        ("../x", "/a/b", "/a/x"),
        ("../../x", "/a", "/x"),
        ("./x/", "a", "a/x"),
    ])
    func `a path is seen from the folder of the file that names it`(path: String, folder: String, whole: String) {
        #expect(FilePath.resolve(path, against: folder) == whole)
    }

    @Test func `the folder of a path is what stands before its last slash`() {
        #expect(FilePath.folder(of: "a/b.json") == "a")
        #expect(FilePath.folder(of: "b.json") == "")
        #expect(FilePath.folder(of: "/b.json") == "/")
    }
}
