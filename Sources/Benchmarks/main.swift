#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
@preconcurrency import Glibc
#endif

setvbuf(stdout, nil, _IOLBF, 0)
do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "load" {
        try await Load(Options(Array(arguments.dropFirst()), known: Load.options)).run()
    } else {
        try await Suite(Options(arguments, known: Suite.options)).run()
    }
} catch {
    fputs("Benchmarks: error: \(error)\n", stderr)
    exit(error is UsageProblem ? 2 : 1)
}
