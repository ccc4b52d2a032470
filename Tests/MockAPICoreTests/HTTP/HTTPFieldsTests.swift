import MockAPICore
import Testing

@Suite struct HTTPFieldsTests {
    @Test func `names are found whatever their case, and keep their spelling`() {
        let fields: HTTPFields = ["X-Api-KEY": "k1", "Accept": "*/*"]
        #expect(fields["x-api-key"] == "k1")
        #expect(fields["X-API-KEY"] == "k1")
        #expect(fields.contains(name: "accept"))
        #expect(fields["Accep"] == nil && !fields.contains(name: "Accepts"))
        #expect(fields.map(\.name) == ["X-Api-KEY", "Accept"])
    }

    @Test func `repeated names are kept apart and in order`() {
        var fields: HTTPFields = [
            "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "X": "y", "set-cookie": "b=2",
        ]
        fields.add("SET-COOKIE", "c=3")
        #expect(fields[values: "Set-Cookie"] == ["a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "b=2", "c=3"])
        #expect(fields["set-cookie"] == "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT")
        #expect(fields.count == 4)
    }

    @Test func `setting a value replaces the first line and drops the others of its name`() {
        var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
        fields["a"] = "9"
        #expect(fields.map(\.description) == ["A: 9", "B: 2"])
        fields["C"] = "4"
        fields["b"] = nil
        fields["none"] = nil
        #expect(fields.description == "A: 9\nC: 4")
    }

    @Test func `an empty value is not an absent one`() {
        let fields: HTTPFields = ["X-Empty": ""]
        #expect(fields["x-empty"] == "")
        #expect(fields.contains(name: "x-empty"))
        #expect(fields["x-none"] == nil)
    }

    @Test func `more general lines are overridden name by name`() {
        let defaults: HTTPFields = ["Accept": "*/*", "X-App": "1", "x-app": "2"]
        let own: HTTPFields = ["X-APP": "9", "X-Own": "o"]
        #expect(own.overriding(defaults).description == "Accept: */*\nX-APP: 9\nX-Own: o")
    }

    @Test func `lines can be replaced like the elements of any collection`() {
        var fields: HTTPFields = ["A": "1", "B": "2"]
        fields[1].value = "3"
        fields.append(HTTPField("C", "4"))
        fields.remove(at: 0)
        fields.removeAll { $0.name == "C" }
        #expect(Array(fields) == [HTTPField("B", "3")])
        #expect(HTTPFields().isEmpty)
    }

    @Test(arguments: [("X-A", "v"), ("x", ""), ("A!#$%&'*+-.^_`|~9", "tab\tinside"), ("N", "é")])
    func `a field that can be sent is valid`(name: String, value: String) {
        #expect(HTTPField(name, value).isValid)
    }

    @Test(arguments: [
        ("", "v"), ("X A", "v"), ("X:", "v"), ("é", "v"), ("X\n", "v"), ("X", "a\r\nInjected: 1"), ("X", "a\nb"),
        ("X", "a\rb"), ("X", "\u{0}"), ("X", "\u{7F}"), ("(", "v"),
    ])
    func `a field that would break the header section is not valid`(name: String, value: String) {
        #expect(!HTTPField(name, value).isValid)
    }
}

@Suite struct HTTPTokenTests {
    @Test func `only ASCII letters are compared without case`() {
        #expect(HTTPToken.equalsIgnoringCase("Content-TYPE", "content-type"))
        #expect(!HTTPToken.equalsIgnoringCase("É", "é"))
        #expect(!HTTPToken.equalsIgnoringCase("[", "{"))
        #expect(!HTTPToken.equalsIgnoringCase("@", "`"))
        #expect(!HTTPToken.equalsIgnoringCase("ab", "abc"))
    }

    @Test func `token bytes are those of RFC 9110, section 5_6_2`() {
        let tokenBytes = (UInt8.min...UInt8.max).filter(HTTPToken.isTokenByte)
        let expected = "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~"
        #expect(String(decoding: tokenBytes, as: UTF8.self) == expected)
    }

    @Test func `value bytes are all but the controls, with the tab`() {
        let refused = (UInt8.min...UInt8.max).filter { !HTTPToken.isFieldValueByte($0) }
        #expect(refused == Array(0...8) + Array(10...31) + [127])
    }
}

@Suite struct HTTPStatusAndMethodTests {
    @Test func `a status has a class and a reason`() {
        #expect(HTTPStatus(404).description == "404 Not Found")
        #expect(HTTPStatus(299).description == "299")
        let classes: [(HTTPStatus, [Bool])] = [
            (100, [true, false, false, false, false]), (204, [false, true, false, false, false]),
            (308, [false, false, true, false, false]), (499, [false, false, false, true, false]),
            (599, [false, false, false, false, true]), (600, [false, false, false, false, false]),
        ]
        for (status, expected) in classes {
            let found = [
                status.isInformational, status.isSuccess, status.isRedirection, status.isClientError,
                status.isServerError,
            ]
            #expect(found == expected, "\(status)")
        }
        #expect([100, 101, 199, 204, 304].allSatisfy { HTTPStatus($0).forbidsContent })
        #expect(![200, 205, 302, 404].contains { HTTPStatus($0).forbidsContent })
        #expect(HTTPStatus(200) < 404)
    }

    @Test func `methods are compared with case`() {
        #expect(HTTPMethod("GET") == .get)
        #expect(HTTPMethod("get") != .get)
        #expect([HTTPMethod.get, .head, .options, .trace].allSatisfy { $0.isSafe })
        #expect(![HTTPMethod.post, .put, .patch, .delete, .connect, "get"].contains { $0.isSafe })
        #expect([HTTPMethod.put, .delete, .get].allSatisfy { $0.isIdempotent })
        #expect(!HTTPMethod.post.isIdempotent && !HTTPMethod.patch.isIdempotent)
        #expect(HTTPMethod("PURGE").isValid && !HTTPMethod("").isValid && !HTTPMethod("A B").isValid)
        #expect(!HTTPMethod("GET\r\n").isValid)
    }
}
