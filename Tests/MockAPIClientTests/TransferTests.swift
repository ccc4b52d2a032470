import Foundation
import MockAPIClient
import MockAPITestSupport
import Testing

@Suite struct `An upload` {
    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func upload(_ peer: ScriptedPeer, _ form: MultipartForm, path: String = "/") -> TestRequest<EmptyResponse> {
        TestRequest<EmptyResponse>(
            base: .url(peer.baseURL), path: path, method: .post, makeBody: { try .multipart(form) },
            timeout: .seconds(60))
    }

    private let ok = ScriptedPeer.Step.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    @Test func `of files is the same as of data`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.txt")
        try Data("content".utf8).write(to: file)
        var fromData = MultipartForm(boundary: "b")
        fromData.append("v", name: "field")
        fromData.append(Data("content".utf8), name: "f", fileName: "a.txt")
        var fromFile = MultipartForm(boundary: "b")
        fromFile.append("v", name: "field")
        fromFile.append(file: file, name: "f")
        #expect(try fromFile.encoded() == fromData.encoded())
        #expect(try fromFile.body().bytes == fromData.encoded())
    }

    @Test func `of a file that is not there is an invalid request`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in [folder, folder.appendingPathComponent("none")] {
            var form = MultipartForm()
            form.append(file: file, name: "f")
            let error = #expect(throws: APIError.self) { try form.body() }
            #expect(error?.kind.name == "invalidRequest")
            #expect(error?.message.contains(file.path) == true)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `of a large file is streamed, with progress that never goes back, and leaves nothing behind`(
        kind: TransportKind
    ) async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("large.bin")
        let content = Data((0..<(12 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        try content.write(to: file)
        var form = MultipartForm(boundary: "b")
        form.append(file: file, name: "f", fileName: "large.bin")
        #expect(try form.body().bytes == nil)
        let length = try #require(try form.body().length)
        let head = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"large.bin\"\r\n"
        let peer = try ScriptedPeer([.readHead, .read(length), ok])
        defer { peer.stop() }
        let steps = Recorder<TransferProgress>()
        let sessions = URLSessionTransport(temporaryFolder: folder)
        let transport: any Transport = kind == .urlSession ? sessions : kind.transport
        let client = Client(ClientConfiguration(transport: transport))
        let names = Recorder<[String]>()
        _ = try await client.upload(upload(peer, form)) {
            steps.add($0)
            names.add((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        }
        #expect(names.values.first?.count == (kind == .urlSession ? 2 : 1))
        let received = peer.receivedBytes()
        let start = try #require(received.firstRange(of: Array("\r\n\r\n--b\r\n".utf8))).lowerBound + 4
        #expect(received.count - start == length)
        #expect(received[start...].starts(with: head.utf8))
        let contentStart = start + head.utf8.count + "Content-Type: application/octet-stream\r\n\r\n".utf8.count
        #expect(Data(received[contentStart..<contentStart + content.count]) == content)
        #expect(String(decoding: received.prefix(600), as: UTF8.self).contains("Content-Length: \(length)\r\n"))
        let counts = steps.values.map(\.count)
        #expect(counts == counts.sorted())
        #expect(counts.last == length, "\(counts.last ?? -1)")
        #expect(steps.values.allSatisfy { $0.total == length })
        #expect(steps.values.last?.fraction == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["large.bin"])
    }

    @Test(arguments: TransportKind.allCases)
    func `of a file that is cut meanwhile fails`(kind: TransportKind) async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("large.bin")
        try Data(count: 11 << 20).write(to: file)
        var form = MultipartForm()
        form.append(file: file, name: "f")
        let body = try form.body()
        try Data(count: 10).write(to: file)
        let peer = try ScriptedPeer([.waitForClose])
        defer { peer.stop() }
        let request = HTTPRequest(
            .post, try #require(URL(string: peer.baseURL)), headers: ["Content-Type": form.contentType], body: body)
        let error = await apiError {
            try await Client(ClientConfiguration(transport: kind.transport)).send(request).status
        }
        #expect(error?.kind == .network(.other))
        #expect(error?.message.contains("large.bin") == true, "\(error?.message ?? "success")")
    }

    @Test(arguments: TransportKind.allCases)
    func `that is redirected sends its content again, and its progress does not go back`(
        kind: TransportKind
    ) async throws {
        let peer = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 307 Temporary Redirect\r\nLocation: /two\r\nContent-Length: 0\r\n\r\n"),
            .readRequest, ok,
        ])
        defer { peer.stop() }
        let steps = Recorder<TransferProgress>()
        let form = MultipartForm(
            [MultipartForm.Part(name: "a", content: Array(repeating: 0x61, count: 300_000))], boundary: "b")
        let length = try form.encoded().count
        let client = Client(ClientConfiguration(transport: kind.transport))
        _ = try await client.upload(upload(peer, form)) { steps.add($0) }
        // URLSession may take another connection for the second.
        let received = (0..<peer.connectionCount).map { peer.received($0) }.joined()
        #expect(received.components(separatedBy: "--b--\r\n").count >= 3)
        let counts = steps.values.map(\.count)
        #expect(counts == Array(Set(counts)).sorted())
        #expect(counts.last == length)
    }
}

@Suite struct `A download` {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func request(_ peer: ScriptedPeer, timeout: Duration = .seconds(60)) -> TestRequest<EmptyResponse> {
        TestRequest<EmptyResponse>(base: .url(peer.baseURL), timeout: timeout)
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(arguments: TransportKind.allCases, [0, 5, 3_000_000])
    func `is written to its file, with progress`(kind: TransportKind, size: Int) async throws {
        try await withFolder { folder in
            let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
            let peer = try ScriptedPeer([
                .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"), .writeBytes(content),
                .waitForClose,
            ])
            defer { peer.stop() }
            let file = folder.appendingPathComponent("out.bin")
            try Data("old".utf8).write(to: file)
            let steps = Recorder<TransferProgress>()
            let client = Client(ClientConfiguration(transport: kind.transport))
            let response = try await client.download(request(peer), to: file) { steps.add($0) }
            #expect(response.body.bytes == nil)
            #expect(response.body.length == size)
            #expect(try Data(contentsOf: file) == Data(content))
            #expect(try names(folder) == ["out.bin"])
            let counts = steps.values.map(\.count)
            #expect(counts == Array(Set(counts)).sorted())
            #expect(size == 0 || steps.values.last == TransferProgress(count: size, total: size))
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `of chunks, and up to the end of the connection, is whole`(kind: TransportKind) async throws {
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
        for text in [chunked, "HTTP/1.1 200 OK\r\n\r\nabcde"] {
            try await withFolder { folder in
                let peer = try ScriptedPeer([.readRequest, .write(text), .close])
                defer { peer.stop() }
                let file = folder.appendingPathComponent("out")
                try await Client(ClientConfiguration(transport: kind.transport)).download(request(peer), to: file)
                #expect(try String(contentsOf: file, encoding: .utf8) == "abcde")
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `that fails leaves the old file and nothing else`(kind: TransportKind) async throws {
        let answers: [([ScriptedPeer.Step], String)] = [
            ([.write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort"), .close], "network"),
            ([.write("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone"), .close], "statusCode"),
            ([.reset], "network"),
        ]
        for (steps, kindName) in answers {
            try await withFolder { folder in
                let peer = try ScriptedPeer([.readRequest] + steps)
                defer { peer.stop() }
                let file = folder.appendingPathComponent("out")
                try Data("old".utf8).write(to: file)
                let client = Client(ClientConfiguration(transport: kind.transport))
                let error = await apiError { try await client.download(request(peer), to: file).status }
                #expect(error?.kind.name == kindName)
                if kindName == "statusCode" { #expect(error?.bodyBytes == Array("none".utf8)) }
                #expect(try String(contentsOf: file, encoding: .utf8) == "old")
                #expect(try names(folder) == ["out"])
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `that is cancelled leaves nothing`(kind: TransportKind) async throws {
        try await withFolder { folder in
            let peer = try ScriptedPeer([
                .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), .waitForClose,
            ])
            defer { peer.stop() }
            let (came, come) = AsyncStream<Void>.makeStream()
            let client = Client(ClientConfiguration(transport: kind.transport))
            let made = request(peer)
            let task = Task {
                try await client.download(made, to: folder.appendingPathComponent("out")) { _ in come.yield() }.status
            }
            for await _ in came { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try names(folder) == [])
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `to a place that cannot be written to is an error in words`(kind: TransportKind) async throws {
        let peer = try ScriptedPeer([.readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"), .close])
        defer { peer.stop() }
        let client = Client(ClientConfiguration(transport: kind.transport))
        let file = URL(fileURLWithPath: "/no-such-folder/out")
        let error = await apiError { try await client.download(request(peer), to: file).status }
        #expect(error?.message.contains("/no-such-folder/") == true, "\(error?.message ?? "success")")
    }

    @Test func `is stubbed like any other call`() async throws {
        try await withFolder { folder in
            let client = Client(ClientConfiguration(stubMode: .immediate))
            let file = folder.appendingPathComponent("out")
            try await client.download(TestRequest<User>().sampled(.json("[1]")), to: file)
            #expect(try String(contentsOf: file, encoding: .utf8) == "[1]")
        }
    }
}
