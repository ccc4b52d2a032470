import MockAPICore
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct CommandLineTests {
    @Test func `the version is one line`() async throws {
        let result = try await CommandProcess.run(["--version"])
        #expect(result.status == 0)
        #expect(result.output == "mockapi \(MockAPICommand.version)\n")
        #expect(result.errors == "")
    }

    @Test(arguments: [
        (["sevre"], "unknown command \"sevre\"; did you mean \"serve\"?"),
        (["--versoin"], "unknown option --versoin; did you mean --version?"),
        (["serve", "--prot", "1"], "unknown option --prot; did you mean --port?"),
        (["serve", "--port"], "--port needs a value: --port N or --port=N"),
        (["serve", "--port", "70000"], "--port is \"70000\", which is not a whole number 0...65535"),
        (["serve", "--host", "example.com"], "--host is \"example.com\", which is not an address"),
        (["serve", "--limit", "body"], "--limit is \"body\", which is not a name and a value such as body=1MiB"),
        (
            ["serve", "--limit", "bdoy=1"],
            "--limit knows no \"bdoy\"; did you mean \"body\"? All names: request-line, "
        ),
        (["serve", "--limit", "quux=1"], "--limit knows no \"quux\"; the names are request-line, header-size, "),
        (["serve", "--limit", "body=x"], "--limit body is \"x\", which is not a number of bytes such as 512, 16KiB"),
        (["serve", "--limit=body=1", "--limit=body=2"], "--limit body is given twice"),
        (["serve", "--loops", "0"], "--loops is \"0\", which is not a whole number 1...256"),
        (["serve", "a", "b"], "unexpected argument \"b\""),
        (["serve", "--quiet=1"], "--quiet takes no value"),
        (["check"], "PATH is missing"),
        (["check", "--format", "xml", "a"], "--format is \"xml\", which is not text or json"),
        (["help", "chekc"], "unknown command \"chekc\"; did you mean \"check\"?"),
        (["help", "check", "serve"], "unexpected argument \"serve\""),
        (["--version", "now"], "unexpected argument \"now\""),
    ])
    func `a wrong command line ends with 2 and says what is wrong`(arguments: [String], message: String) async throws {
        let result = try await CommandProcess.run(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("mockapi: error: \(message)"), "\(result.errors)")
        #expect(result.errors.contains("See mockapi help"))
    }

    @Test func `an error that nobody expected ends with 70 and says whose fault it is`() async {
        struct Surprise: Error, CustomStringConvertible { let description = "no hunter2 here" }
        let errors = Locked("")
        let console = Console(write: { _ in }, writeError: { text in errors.withLock { $0 += text } })
        let code = await MockAPICommand.run(["verify", "--secret", "key=hunter2"], console) { throw Surprise() }
        #expect(code == .internalError)
        #expect(code.rawValue == 70)
        #expect(
            errors.withLock { $0 }
                == "mockapi: error: internal error: no [redacted] here; this is a fault of mockapi itself, please report it\n"
        )
    }

    @Test func `without a command the overview goes to the standard error`() async throws {
        let result = try await CommandProcess.run([])
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == HelpText.overview(MockAPICommand.commands))
    }
}
