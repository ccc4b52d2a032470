import Foundation
import MockAPIClient
import MockAPITestSupport
import Testing

@Suite struct `A multipart form` {
    @Test func `is written part by part`() throws {
        var form = MultipartForm(boundary: "b0")
        form.append("v", name: "field")
        form.append(Data("A".utf8), name: "file", fileName: "a.txt", contentType: "text/plain")
        let expected =
            "--b0\r\nContent-Disposition: form-data; name=\"field\"\r\n\r\nv\r\n"
            + "--b0\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\nA\r\n--b0--\r\n"
        #expect(String(decoding: try form.encoded(), as: UTF8.self) == expected)
        #expect(form.contentType == "multipart/form-data; boundary=b0")
    }

    // Case multipart-1 of the field cases.
    @Test func `escapes names, so that no header line is injected, and is read back as it was meant`() throws {
        let form = MultipartForm(
            [
                MultipartForm.Part(
                    name: "da\"ta", fileName: "my \"q\"\r\nX-Evil: 1.pdf", contentType: "application/octet-stream",
                    content: Array("A".utf8)),
                MultipartForm.Part(
                    name: "f", fileName: "日本語-naïve.txt", contentType: "text/plain", content: Array("\r\n--".utf8)),
                MultipartForm.Part(name: "empty", fileName: "", content: []),
            ], boundary: "xyz")
        let bytes = try form.encoded()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("--xyz\r\n"))
        #expect(text.hasSuffix("\r\n--xyz--\r\n"))
        #expect(text.contains("name=\"da%22ta\"; filename=\"my %22q%22%0D%0AX-Evil: 1.pdf\"\r\n"))
        #expect(text.contains("filename=\"日本語-naïve.txt\"\r\n"))
        #expect(!text.contains("filename*"))
        #expect(!text.contains("\nX-Evil"))
        let parts = try MultipartParser.parse(bytes, contentType: form.contentType)
        #expect(parts.map(\.name) == form.parts.map(\.name))
        #expect(parts.map(\.fileName) == form.parts.map(\.fileName))
        #expect(parts.map(\.content) == form.parts.map(\.content))
        #expect(parts[1].contentType?.essence == "text/plain")
    }

    @Test func `has a boundary of its own each time`() {
        let boundaries = Set((0..<100).map { _ in MultipartForm().boundary })
        #expect(boundaries.count == 100)
        #expect(boundaries.allSatisfy(MultipartParser.isBoundary))
    }

    @Test func `with a boundary or a type that cannot be sent is an invalid request`() {
        for boundary in ["", "a b ", "a\"b", String(repeating: "x", count: 71), "ü"] {
            #expect(throws: APIError.self) { try MultipartForm(boundary: boundary).encoded() }
        }
        let part = MultipartForm.Part(name: "a", contentType: "text/plain\r\nX: y", content: [])
        #expect(throws: APIError.self) { try MultipartForm([part]).encoded() }
    }

    @Test func `quotes a boundary that is no token in its type`() throws {
        let form = MultipartForm([MultipartForm.Part(name: "a", content: [1])], boundary: "a b:c")
        #expect(form.contentType == "multipart/form-data; boundary=\"a b:c\"")
        #expect(try MultipartParser.parse(form.encoded(), contentType: form.contentType).count == 1)
    }

    @Test func `has any bytes in its parts, also those that look like its boundary`() throws {
        var generator = SeededRandom(seed: 7)
        let pieces: [[UInt8]] = [
            [0x0D], [0x0A], [0x2D], Array("--b".utf8), Array("\r\n--b".utf8), Array("\r\n--bo".utf8), [0], [0xFF],
            Array("\r\n--bX".utf8), Array("\r\n--b-".utf8), Array("\r\n--b \tx\r\n".utf8),
        ]
        for _ in 0..<300 {
            let contents = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in
                    pieces.randomElement(using: &generator) ?? []
                }
            }
            // A line that is the boundary itself cannot be content; a longer boundary never occurs in these.
            let form = MultipartForm(contents.map { MultipartForm.Part(name: "n", content: $0) }, boundary: "bound")
            #expect(try MultipartParser.parse(form.encoded(), boundary: "bound").map(\.content) == contents)
        }
    }
}

@Suite struct `The multipart parser` {
    private func parse(_ text: String, boundary: String = "b") throws -> [MultipartPart] {
        try MultipartParser.parse(Array(text.utf8), boundary: boundary)
    }

    private func part(_ disposition: String) -> String {
        "--b\r\nContent-Disposition: \(disposition)\r\n\r\nx\r\n--b--\r\n"
    }

    @Test func `ignores what is before the first and after the last boundary`() throws {
        let parts = try parse(
            "preamble\r\n--b \t\r\ncontent-disposition: FORM-DATA;name=a\r\n\r\nx\r\n--b--\r\nepilogue")
        #expect(parts.map(\.name) == ["a"])
        #expect(parts.map(\.text) == ["x"])
        #expect(try parse("--b--").isEmpty)
        #expect(try parse("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n--b--").map(\.text) == [""])
    }

    @Test(
        arguments: [
            (#"form-data; name="a""#, "a", nil), (#"form-data; name=a; filename=f"#, "a", "f"),
            (#"form-data; filename="f"; name="a""#, "a", "f"), (#"form-data; name="a;b=c""#, "a;b=c", nil),
            (#"form-data; name="a\"b""#, "a\"b", nil), (#"form-data; name="C:\dir""#, "C:\\dir", nil),
            (#"form-data; name="%22%0d%0A%41%""#, "\"\r\n%41%", nil), (#"form-data; name="""#, "", nil),
            (#"Form-Data; NAME="a""#, "a", nil),
        ] as [(String, String, String?)])
    func `reads names`(disposition: String, name: String, fileName: String?) throws {
        let parts = try parse(part(disposition))
        #expect(parts.map(\.name) == [name])
        #expect(parts.map(\.fileName) == [fileName])
    }

    @Test(
        arguments: [
            "", "--b", "--b\r\n", "--c--", "x--b--", "--b\r\n\r\nx\r\n--b--", "--bb--",
            "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
            "--b\r\nContent-Disposition: form-data; name=a\r\n--b--",
            "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n\r\n--b--",
            "--b\r\nno colon\r\n\r\nx\r\n--b--", "--b\r\nX Y: z\r\n\r\nx\r\n--b--", "--b\r\nX: \u{1}\r\n\r\nx\r\n--b--",
            "--b\nContent-Disposition: form-data; name=a\n\nx\n--b--",
        ])
    func `refuses what is none`(text: String) {
        #expect(throws: MultipartParser.Problem.self) { try parse(text) }
    }

    @Test func `refuses other types and types without a boundary`() {
        for type in ["text/plain", "multipart/form-data", "multipart/mixed; boundary=b", "", "multipart/form-data; x"] {
            #expect(throws: MultipartParser.Problem.self) {
                try MultipartParser.parse(Array(part("form-data; name=a").utf8), contentType: type)
            }
        }
    }

    @Test func `has limits`() {
        let many = String(repeating: "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 1001) + "--b--"
        #expect(throws: MultipartParser.Problem.self) { try parse(many) }
        let long = "--b\r\nX: \(String(repeating: "x", count: 17_000))\r\n\r\n\r\n--b--"
        #expect(throws: MultipartParser.Problem.self) { try parse(long) }
    }

    @Test func `survives every cut and every changed byte`() throws {
        let whole = try MultipartForm(
            [
                MultipartForm.Part(name: "a", fileName: "f", contentType: "text/plain", content: [1, 2]),
                MultipartForm.Part(name: "b", content: []),
            ], boundary: "b"
        ).encoded()
        for end in 0...whole.count { _ = try? MultipartParser.parse(Array(whole[..<end]), boundary: "b") }
        for index in whole.indices {
            for byte in [0, 0x0A, 0x0D, 0x2D, 0x22, 0x25, 0xFF] as [UInt8] {
                var changed = whole
                changed[index] = byte
                _ = try? MultipartParser.parse(changed, boundary: "b")
            }
        }
    }
}

@Suite struct `A media type` {
    @Test(
        arguments: [
            ("text/plain", "text/plain", nil), ("Text/HTML; Charset=\"UTF-8\"", "text/html", "utf-8"),
            (" application/json ;charset=utf-8;; x=\"a\\\"b\"", "application/json", "utf-8"),
        ] as [(String, String, String?)])
    func `is read with its parameters`(text: String, essence: String, charset: String?) throws {
        let type = try #require(MediaType(text))
        #expect(type.essence == essence)
        #expect(type.charset == charset)
        #expect(MediaType(type.description) == type)
    }

    @Test(arguments: [
        "", "text", "text/", "/plain", "text/plain; a = b", "text/plain; a=\"b", "text/plain, x", "a b/c",
    ])
    func `is none of anything else`(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test func `knows JSON`() {
        #expect(MediaType("application/json")?.isJSON == true)
        #expect(MediaType("application/vnd.github.v3+json")?.isJSON == true)
        #expect(MediaType("text/plain")?.isJSON == false)
    }
}
