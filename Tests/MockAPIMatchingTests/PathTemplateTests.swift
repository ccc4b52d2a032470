import MockAPICore
import MockAPIMatching
import Testing

@Suite struct PathTemplateTests {
    @Test(arguments: [
        ("/users/{id}", "/users/7", ["id=7"]), ("/users/{id}", "/users/a%2Fb", ["id=a/b"]),
        ("/users/{id}", "/users/caf%C3%A9", ["id=café"]), ("/users/{id}/repos", "/users/7/repos", ["id=7"]),
        ("/{a}/{b}", "/x/y", ["a=x", "b=y"]), ("/f/{name}.json", "/f/a.b.json", ["name=a.b"]),
        ("/{a}-{b}", "/1-2-3", ["a=1-2", "b=3"]), ("/things/**", "/things/", []), ("/things/**", "/things/a/b", []),
        ("/a/**/z/{id}", "/a/b/c/z/9", ["id=9"]), ("/**", "/", []), ("/%61bc/{x}", "/abc/%41", ["x=A"]),
        ("/a%2fb/{x}", "/a%2Fb/1", ["x=1"]), ("/{a}{b}", "/xyz", ["a=xy", "b=z"]),
        ("/**/{a}.{b}/**", "/p/q/x.y.z/", ["a=x.y", "b=z"]),
        ("/users/{;id*}", "/users/7", ["id=7"]), ("/plain", "/plain", []),
    ]) func `a path that fits gives its parameters, decoded`(template: String, path: String, parameters: [String])
        throws
    {
        #expect(try PathTemplate(template).match(path)?.map(\.description) == parameters)
    }

    @Test(arguments: [
        ("/users/{id}", "/users/"), ("/users/{id}", "/users"), ("/users/{id}", "/users/7/"),
        ("/users/{id}", "/users/7/repos"), ("/users/{id}", "/Users/7"), ("/things/**", "/things"),
        ("/a/{x}/b", "/a//b"), ("/f/{name}.json", "/f/.json"), ("/a/b", "/a%2Fb"), ("/{a}-{b}", "/12"),
    ]) func `a path that does not fit is refused`(template: String, path: String) throws {
        #expect(try PathTemplate(template).match(path) == nil)
    }

    @Test(arguments: [
        ("/a/{id", 3, "this brace is not closed"), ("/a/id}", 5, "no brace is open here"),
        ("/a/{}", 3, "a parameter needs a name, as in {id}"), ("/{x}/{x}", 5, #"a second parameter is named "x""#),
        ("/{a/b}", 1, "a parameter needs a name, as in {id}"),
    ]) func `a bad template is refused with the place of the mistake`(text: String, offset: Int, message: String) {
        let error = #expect(throws: PathTemplateError.self) { try PathTemplate(text) }
        #expect(error?.offset == offset)
        #expect(error?.message == message)
    }

    @Test func `many parameters in one long segment do not make matching slow`() throws {
        let template = try PathTemplate("/{a}-{b}-{c}-{d}-{e}!")
        let path = "/" + String(repeating: "-x", count: 2_000)
        let spent = ContinuousClock().measure { #expect(template.match(path) == nil) }
        #expect(spent < .seconds(5))
    }

    @Test func `a template without wildcards can be split at its slashes`() throws {
        let segments = try PathTemplate("/users/{id}/{n}.json").segments
        #expect(
            segments == [
                [], [.literal(Array("users".utf8))], [.parameter("id")],
                [.parameter("n"), .literal(Array(".json".utf8))],
            ])
        #expect(try PathTemplate("/a/**").segments == nil)
    }
}
