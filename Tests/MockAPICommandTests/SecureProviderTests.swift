import Foundation
import MockAPITestSupport
import Testing

/// What the tests of this file need beside the toolchain.
private enum SecureTools {
    static let env = URL(fileURLWithPath: "/usr/bin/env")

    /// Whether all of it is there.
    static let areThere: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return ["python3", "openssl"].allSatisfy { name in
            folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
        }
    }()
}

/// Runs against a server that speaks TLS, with certificates made for the test.
@Suite(.enabled(if: SecureTools.areThere, "python3 or openssl is not on this machine"))
struct SecureProviderTests {
    private static let script = #"""
        import gzip, http.server, ssl
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                body = b'{"id": 1, "name": "secure"}'
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                if self.path == "/gzip":
                    body = gzip.compress(body)
                    self.send_header("Content-Encoding", "gzip")
                if self.path == "/large": body = b'"' + b"1" * 1000001 + b'"'
                self.send_header("X-Seen", self.headers.get("X-A", "none") + " " + self.headers.get("Host", "none"))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("server.pem", "server.key")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print("port", server.server_address[1], flush=True)
        server.serve_forever()
        """#

    /// Makes certificates and starts a server with them.
    private func start(_ scenario: String) async throws -> (TemporaryFolder, CommandProcess, port: String) {
        let folder = try TemporaryFolder([
            "names": "subjectAltName=DNS:localhost", "server.py": Self.script, "scenarios/s.json": scenario,
        ])
        for words in [
            "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=Authority",
            "req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost",
            "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile names",
        ] {
            let arguments = ["openssl"] + words.split(separator: " ").map(String.init)
            let result = try await CommandProcess(arguments, folder: folder.path, executable: SecureTools.env).end()
            try #require(result.status == 0, "\(result.errors)")
        }
        let server = try CommandProcess(["python3", "server.py"], folder: folder.path, executable: SecureTools.env)
        let output = try await server.output(with: "\n")
        return (folder, server, output.split(separator: " ").last.map { $0.filter(\.isNumber) } ?? "")
    }

    private static let scenario = #"""
        {"steps":[
         {"send":{"request":"baidu.user"},"expect":{"model":{"name":"secure"},"sent":{"headers":{"Host":"www.baidu.com"}}}},
         {"send":{"http":"GET /gzip","headers":{"X-A":"1"}},
          "expect":{"json":{"id":1},"headers":{"Content-Encoding":"gzip","X-Seen":{"$regex":"1 localhost:[0-9]+"}}}},
         {"send":{"http":"GET /large"},"expect":{"json":{"$length":1000001}}}]}
        """#

    @Test(arguments: ["socket", "urlsession"])
    func `a provider with a certificate of a private authority is trusted by its file`(transport: String) async throws {
        let (folder, server, port) = try await start(Self.scenario)
        let result = try await CommandProcess.run(
            ["verify", "--base-url", "https://localhost:\(port)", "--ca-file", "ca.pem", "--transport", transport],
            folder: folder.path)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("3 passed"))
        server.signal(SIGKILL)
    }

    @Test func `a certificate that is not trusted, or of another host, ends with 4`() async throws {
        let (folder, server, port) = try await start(
            #"{"steps":[{"send":{"http":"GET /"},"expect":{"status":200}}]}"#)
        for arguments in [["https://localhost:\(port)"], ["https://127.0.0.1:\(port)", "--ca-file", "ca.pem"]] {
            let result = try await CommandProcess.run(["verify", "--base-url"] + arguments, folder: folder.path)
            #expect(result.status == 4, "\(result.output)")
            #expect(result.output.contains(#""reason":"tls""#), "\(result.output)")
        }
        server.signal(SIGKILL)
    }

    @Test func `a secure server that is not there is refused`() async throws {
        let (folder, server, port) = try await start(
            #"{"steps":[{"send":{"http":"GET /"},"expect":{"error":{"kind":"network","reason":"refused"}}}]}"#)
        server.signal(SIGKILL)
        _ = try await server.end()
        let result = try await CommandProcess.run(
            ["verify", "--base-url", "https://localhost:\(port)", "--ca-file", "ca.pem"], folder: folder.path)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `a file without certificates is a wrong file`() async throws {
        let folder = try TemporaryFolder(["ca.pem": "nothing"])
        for file in ["ca.pem", "gone.pem"] {
            let result = try await CommandProcess.run(
                ["verify", "--base-url", "https://localhost:1", "--ca-file", file], folder: folder.path)
            #expect(result.status == 3)
            #expect(result.errors.contains("--ca-file: \(file) "), "\(result.errors)")
        }
    }
}
