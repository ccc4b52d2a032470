/// `mockapi serve`: answers requests from a folder of stubs until a signal stops it.
enum ServeCommand {
    /// The command line.
    static let declaration = CommandDeclaration(
        name: "serve",
        summary: "Answer HTTP requests from a folder of stub files.",
        discussion: [
            "When the server is ready, one line with its URL is written, then a line for each request. SIGINT and"
                + " SIGTERM stop it.",
            "Files with scenarios may stand among the stubs; they are skipped.",
        ],
        operands: OperandDeclaration(name: "DIR", count: .atMostOne, help: "the folder of stubs (default: stubs)"),
        options: [
            .value("port", "N", "listen on this port; 0 picks a free one (default: 8080)"),
            .value(
                "host", "HOST", isRepeatable: true,
                "listen on this address (default: both loopbacks, 127.0.0.1 and ::1)"),
            .value("port-file", "FILE", "write the port to this file when the server is ready"),
            .value(
                "limit", "NAME=VALUE", isRepeatable: true,
                "set a limit: \(ServeLimit.allCases.map(\.rawValue).joined(separator: ", ")); sizes in bytes, KiB, MiB"
                    + " or GiB, times in seconds"),
            .value("loops", "N", "serve with this many event loops (default: one for each processor)"),
            .flag("reuse-port", "let other processes that say so too listen on the same port"),
            .flag("lenient", "read ambiguous stubs as WireMock does, allow comments and unknown keys, and warn"),
            .flag("verbose", "write header fields and bodies as well, and why a request met no stub"),
            .flag("quiet", "write nothing but errors and warnings"),
        ],
        examples: [
            "mockapi serve", "mockapi serve stubs/github --port 0 --port-file port.txt",
            "mockapi serve --limit body=1MiB --limit keep-alive-timeout=5",
        ],
        exitCodes: [.success, .usage, .badFile, .network])
}
