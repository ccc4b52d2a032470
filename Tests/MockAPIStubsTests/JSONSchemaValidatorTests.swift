import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// The validator of these tests, held against the JSON Schema Test Suite.
@Suite struct JSONSchemaValidatorTests {
    private static let files = [
        "additionalProperties", "allOf", "anyOf", "boolean_schema", "const", "enum", "if-then-else",
        "items",
        "maxProperties", "maximum", "minItems", "minProperties", "minimum", "not", "oneOf", "pattern", "properties",
        "propertyNames", "ref", "required", "type",
    ]

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)), arguments: files)
    func `the validator says what the suite says, or that it does not know the keyword`(name: String) throws {
        let folder = try #require(SharedData.folder).appendingPathComponent(
            "suites/json-schema-test-suite/tests/draft7")
        let groups = try JSONValue(parsing: [UInt8](Data(contentsOf: folder.appendingPathComponent("\(name).json"))))
        var known = 0
        var unknown = 0
        for group in try #require(groups.array) {
            let validator = JSONSchemaValidator(try #require(group["schema"]))
            for test in group["tests"]?.array ?? [] {
                do {
                    let problems = try validator.problems(of: try #require(test["data"]))
                    #expect(problems.isEmpty == test["valid"]?.bool, "\(group["description"] ?? .null): \(test)")
                    known += 1
                } catch is JSONSchemaValidator.Unsupported {
                    unknown += 1
                }
            }
        }
        #expect(known > 0, "\(unknown) are not known")
    }
}
