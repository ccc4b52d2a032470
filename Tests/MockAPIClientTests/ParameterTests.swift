import Foundation
import MockAPIClient
import Testing

@Suite struct `The parameters of a request` {
    private func request(
        _ parameters: Parameters, _ encoding: ParameterEncoding = .automatic, method: HTTPMethod = .get
    ) throws -> HTTPRequest {
        try Client().makeRequest(
            TestRequest<EmptyResponse>(method: method, parameters: parameters, parameterEncoding: encoding))
    }

    private func text(_ request: HTTPRequest) -> String { String(decoding: request.body.bytes ?? [], as: UTF8.self) }

    @Test(arguments: [HTTPMethod.get, .head, .delete])
    func `go into the query for GET, HEAD and DELETE`(method: HTTPMethod) throws {
        let request = try request(["a": 1], method: method)
        #expect(request.url.absoluteString == "http://test.example/?a=1")
        #expect(request.body.isEmpty)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch])
    func `go into a form for other methods`(method: HTTPMethod) throws {
        let request = try request(["a": 1, "b": "x y"], method: method)
        #expect(request.url.absoluteString == "http://test.example/")
        #expect(text(request) == "a=1&b=x+y")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test(
        arguments: [
            ("a+b", "a%2Bb", "a%2Bb"), ("a&b=c", "a%26b%3Dc", "a%26b%3Dc"), ("#?/", "%23%3F%2F", "%23%3F%2F"),
            ("a b", "a%20b", "a+b"), ("é日", "%C3%A9%E6%97%A5", "%C3%A9%E6%97%A5"), ("50%", "50%25", "50%25"),
            ("%2F", "%252F", "%252F"), ("", "", ""), ("\r\n", "%0D%0A", "%0D%0A"), ("a~*", "a~%2A", "a%7E*"),
        ])
    func `are always escaped, in names and in values`(raw: String, query: String, form: String) throws {
        let both: Parameters = [raw: .string(raw)]
        #expect(try request(both).url.absoluteString == "http://test.example/?\(query)=\(query)")
        #expect(try text(request(both, method: .post)) == "\(form)=\(form)")
    }

    @Test func `take strings, numbers, truth values, lists and nested ones, in the order given`() throws {
        let parameters: Parameters = [
            "s": "x", "i": -3, "d": 1.5, "whole": 2.0, "yes": true, "list": [1, "b"], "o": ["in": ["deep": 1]],
            "none": nil,
        ]
        let query = try request(parameters).url.query(percentEncoded: false)
        #expect(query == "s=x&i=-3&d=1.5&whole=2&yes=true&list=1&list=b&o[in][deep]=1")
        let json = try request(parameters, .json, method: .post)
        #expect(
            text(json)
                == #"{"s":"x","i":-3,"d":1.5,"whole":2.0,"yes":true,"list":[1,"b"],"o":{"in":{"deep":1}},"none":null}"#)
        #expect(json.headers["Content-Type"] == "application/json")
    }

    @Test(
        arguments: [
            (ParameterEncoding.Lists.repeated, "l=1&l=2"), (.brackets, "l[]=1&l[]=2"), (.indexed, "l[0]=1&l[1]=2"),
            (.commas, "l=1,2"),
        ])
    func `write lists as the encoding says`(lists: ParameterEncoding.Lists, expected: String) throws {
        let made = try request(["l": [1, 2]], ParameterEncoding(.query, lists: lists))
        #expect(made.url.query(percentEncoded: false) == expected)
    }

    @Test func `write truth values as the encoding says`() throws {
        let made = try request(["a": true, "b": false], ParameterEncoding(.form, booleans: .digits), method: .post)
        #expect(text(made) == "a=1&b=0")
    }

    @Test func `write lists of objects with their indices`() throws {
        let made = try request(["l": [["a": 1], ["a": 2]]])
        #expect(made.url.query(percentEncoded: false) == "l[0][a]=1&l[1][a]=2")
    }

    @Test func `of a dictionary are sorted by name`() throws {
        let dictionary: [String: ParameterValue] = ["b": 2, "c": 3, "a": 1]
        #expect(try request(Parameters(dictionary)).url.query() == "a=1&b=2&c=3")
    }

    @Test func `can be replaced by name`() {
        var parameters: Parameters = ["a": 1, "b": 2, "a": 3]
        parameters["a"] = 4
        parameters["c"] = 5
        parameters["b"] = nil
        #expect(parameters == ["a": 4, "c": 5])
    }

    @Test func `go into the query beside a body of its own, and nowhere else`() throws {
        var both = TestRequest<EmptyResponse>(method: .post, parameters: ["a": 1], makeBody: { .text("x") })
        #expect(try Client().makeRequest(both).url.query() == "a=1")
        both.parameterEncoding = .json
        #expect(throws: APIError.self) { try Client().makeRequest(both) }
    }

    @Test func `that JSON cannot say make the request invalid`() {
        #expect(throws: APIError.self) { try request(["a": 1, "a": 2], .json, method: .post) }
        #expect(throws: APIError.self) { try request(["a": .number(.infinity)], .json, method: .post) }
    }

    @Test func `in the body of a GET make the request invalid, and the error says what to do`() {
        let error = #expect(throws: APIError.self) { try request(["a": 1], .json) }
        #expect(error?.message.contains("GET has no body") == true)
    }
}
