import Foundation
import MockAPICore
import MockAPIServer
import MockAPISockets
import MockAPIStubs

extension ServeCommand {
    /// Serves until SIGINT or SIGTERM.
    static func run(_ arguments: ParsedArguments, _ console: Console) async throws(UsageError) -> ExitCode {
        let folder = arguments.operands.first ?? "stubs"
        let configuration = try configuration(arguments)
        if let loops = try arguments.integer("loops", in: 1...256) { EventLoopGroup.shared.setCount(loops) }
        let loaded = StubLoader.load(folder, options: arguments.hasFlag("lenient") ? .lenient : .strict)
        for finding in loaded.findings { console.writeError("\(finding)\n") }
        if loaded.hasErrors { return .badFile }
        if loaded.stubs.isEmpty, loaded.findings.isEmpty { console.warning("there are no stubs in \(folder)") }

        let server = MockServer(stubs: loaded.stubs, configuration: configuration)
        let log = RequestLog(
            console: console,
            format: RequestLogFormat(usesColor: console.usesColor, isVerbose: arguments.hasFlag("verbose")))
        let isQuiet = arguments.hasFlag("quiet")
        if !isQuiet {
            server.onRequest { log.append($0) }
            server.onRefusal { log.append($0) }
        }
        let signals = SignalWatcher()
        defer { signals.cancel() }
        do throws(SocketError) { try server.start() } catch {
            console.error("cannot listen on \(address(configuration)): \(error)")
            return .network
        }
        if let file = arguments.value("port-file"), let problem = Platform.writeAtomically("\(server.port)\n", to: file)
        {
            console.error("cannot write \(file): \(problem)")
            await server.stop()
            return .badFile
        }
        if !isQuiet {
            let count = loaded.stubs.count
            console.line(
                "mockapi: listening on \(server.baseURL.absoluteString) (\(count) stub\(count == 1 ? "" : "s"))")
        }
        _ = await signals.next()
        await server.stop()
        await log.finish(within: .seconds(1))
        return .success
    }

    private static func configuration(_ arguments: ParsedArguments) throws(UsageError) -> MockServer.Configuration {
        var configuration = MockServer.Configuration()
        configuration.port = try arguments.integer("port", in: 0...65535) ?? 8080
        var hosts: [String] = []
        for host in arguments.values("host") {
            if host.lowercased() == "localhost" {
                hosts += configuration.hosts
            } else if Platform.isAddress(host) {
                hosts.append(host)
            } else {
                throw .invalidValue(
                    option: "--host", found: host, expected: "an address such as 127.0.0.1, ::1 or 0.0.0.0")
            }
        }
        if !hosts.isEmpty { configuration.hosts = hosts }
        configuration.limits = try ServeLimit.limits(arguments.values("limit"))
        configuration.reusePort = arguments.hasFlag("reuse-port")
        return configuration
    }

    private static func address(_ configuration: MockServer.Configuration) -> String {
        "port \(configuration.port) of \(configuration.hosts.joined(separator: " and "))"
    }
}
