import Testing

@testable import MockAPICommand

@Suite struct ArgumentParserTests {
    private let parser = ArgumentParser(
        command: CommandDeclaration(
            name: "demo", summary: "Show off.",
            operands: OperandDeclaration(name: "PATH", count: .any, help: "a path"),
            options: [
                .value("port", "N", "a port"),
                .value("header", "NAME:VALUE", short: "H", isRepeatable: true, "a header field"),
                .flag("quiet", "say nothing"),
            ]))

    private func failure(_ arguments: String...) -> UsageError? {
        do throws(UsageError) {
            _ = try parser.parse(arguments)
            return nil
        } catch { return error }
    }

    @Test func `a value follows its option or an equals sign`() throws {
        #expect(try parser.parse(["--port", "80"]).value("port") == "80")
        #expect(try parser.parse(["--port=80"]).value("port") == "80")
        #expect(try parser.parse(["--port="]).value("port") == "")
        #expect(try parser.parse(["--header=A: b=c"]).values("header") == ["A: b=c"])
        #expect(try parser.parse(["-H", "A: b"]).values("header") == ["A: b"])
    }

    @Test func `options and operands may be mixed, and two dashes end the options`() throws {
        let parsed = try parser.parse(["a", "--quiet", "b", "--", "--port", "-"])
        #expect(parsed.operands == ["a", "b", "--port", "-"])
        #expect(parsed.hasFlag("quiet"))
        #expect(parsed.value("port") == nil)
        #expect(try parser.parse(["-"]).operands == ["-"])
    }

    @Test func `a repeatable option keeps all its values in order`() throws {
        #expect(try parser.parse(["--header", "a:1", "-H", "b:2"]).values("header") == ["a:1", "b:2"])
    }

    @Test func `any other option given twice is an error`() {
        #expect(failure("--port", "1", "--port=2") == .repeated(option: "--port"))
        #expect(failure("--quiet", "--quiet") == .repeated(option: "--quiet"))
    }

    @Test func `a forgotten value is found`() {
        #expect(failure("--port") == .missingValue(option: "--port", value: "N"))
        #expect(failure("--port", "--quiet") == .missingValue(option: "--port", value: "N"))
        #expect(failure("--port", "-1") == .missingValue(option: "--port", value: "N"))
    }

    @Test func `a flag takes no value`() {
        #expect(failure("--quiet=yes") == .unexpectedValue(option: "--quiet"))
    }

    @Test func `an unknown option is an error with a suggestion where one is near`() {
        #expect(failure("--prot", "80") == .unknownOption("--prot", suggestion: "--port"))
        #expect(failure("-x") == .unknownOption("-x", suggestion: nil))
        #expect(failure("---") == .unknownOption("---", suggestion: nil))
        #expect(
            UsageError.unknownOption("--prot", suggestion: "--port").description
                == "unknown option --prot; did you mean --port?")
    }

    @Test func `the number of operands is checked, but not beside --help`() throws {
        var command = parser.command
        command.operands = OperandDeclaration(name: "DIR", count: .atMostOne, help: "a folder")
        #expect(throws: UsageError.unexpectedOperand("b")) { try ArgumentParser(command: command).parse(["a", "b"]) }
        command.operands = OperandDeclaration(name: "PATH", count: .atLeastOne, help: "a path")
        #expect(throws: UsageError.missingOperand("PATH")) { try ArgumentParser(command: command).parse([]) }
        #expect(try ArgumentParser(command: command).parse(["-h"]).hasFlag("help"))
        command.operands = nil
        #expect(throws: UsageError.unexpectedOperand("a")) { try ArgumentParser(command: command).parse(["a"]) }
    }

    @Test(arguments: ["", "x", "-1", "65536", "1e3", "99999999999999999999", "８０"])
    func `a port that is no whole number in range is an error`(text: String) throws {
        let parsed = try parser.parse(["--port=\(text)"])
        #expect(throws: UsageError.self) { try parsed.integer("port", in: 0...65535) }
    }

    @Test func `a port in range is read`() throws {
        #expect(try parser.parse(["--port=0"]).integer("port", in: 0...65535) == 0)
        #expect(try parser.parse(["--port=65535"]).integer("port", in: 0...65535) == 65535)
        #expect(try parser.parse([]).integer("port", in: 0...65535) == nil)
    }
}
