import MockAPICore
import MockAPIMatching
import MockAPIStubs

extension ExplainCommand {
    /// Explains what the stubs of a folder make of a request.
    static func run(_ arguments: ParsedArguments, _ console: Console) throws(UsageError) -> ExitCode {
        let folder = arguments.operands.first ?? "stubs"
        let format = try arguments.choice("format", Format.self) ?? .text
        guard let line = arguments.value("request") else { throw .missingOperand("--request") }
        var body = Array((arguments.value("body") ?? "").utf8)
        if body.first == UInt8(ascii: "@") {
            let file = String(decoding: body.dropFirst(), as: UTF8.self)
            do {
                body = try FileSystem.contents(of: file)
            } catch {
                console.error("cannot read \(file): \(error.message)")
                return .badFile
            }
        }
        let request = try ExplainedRequest.make(line, headers: arguments.values("header"), body: body)
        let loaded = StubLoader.load(folder, options: arguments.hasFlag("lenient") ? .lenient : .strict)
        for finding in loaded.findings { console.writeError("\(finding)\n") }
        if loaded.hasErrors { return .badFile }
        if loaded.stubs.isEmpty {
            console.error("there are no stubs in \(folder)")
            return .nothingToRun
        }
        let explanation = StubSet(loaded.stubs).explain(MatchSubject(request))
        switch format {
        case .text: console.line(explanation.text(color: console.usesColor))
        case .json: console.line(explanation.json.rendered(.pretty))
        }
        return explanation.answer == nil ? .failed : .success
    }
}
