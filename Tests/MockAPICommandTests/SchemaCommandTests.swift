import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct SchemaCommandTests {
    @Test func `the schemas are printed as they are`() async throws {
        let stub = try await CommandProcess.run(["schema", "stub"])
        #expect(stub.status == 0)
        #expect(try JSONValue(parsing: stub.output) == StubSchema.json)
        let scenario = try await CommandProcess.run(["schema", "scenario"])
        #expect(scenario.status == 0)
        let schema = try JSONValue(parsing: scenario.output)
        #expect(schema["definitions"]?["step"] != nil)
        let names = schema["definitions"]?["send"]?["properties"]?["request"]?["enum"]?.array ?? []
        #expect(names.contains("github.repositories"))
    }

    @Test(arguments: [[], ["stubs"], ["stub", "scenario"], ["stub", "--format", "json"]])
    func `another kind is a usage error`(arguments: [String]) async throws {
        let result = try await CommandProcess.run(["schema"] + arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
    }

    @Test func `a misspelled kind is suggested`() async throws {
        #expect(try await CommandProcess.run(["schema", "stubs"]).errors.contains("did you mean \"stub\"?"))
    }
}
