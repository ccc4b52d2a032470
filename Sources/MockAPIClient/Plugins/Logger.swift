#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
@preconcurrency import Glibc
#endif

/// Writes two lines for each call: the request as a `curl` command, and how it ended; secrets are left out.
///
///     #7 → curl -H 'Authorization: ***' https://api.example.com/users/1
///     #7 ← 200 OK, 63 bytes in 0.081 s
///
/// The number is that of the call, `CallContext.id`. As the first plugin of the list it sees what the caller sends; as the
/// last one, what goes over the wire, once for each attempt. Stubbed, failed and cancelled calls are written too.
public struct Logger: ClientPlugin {
    /// What is secret.
    public var redaction: Redaction
    private let time: TimeSource
    private let write: @Sendable (String) -> Void

    /// Makes a logger.
    ///
    /// - Parameter write: gets one line, or a few, without a line end at the last; by default they go to stderr.
    public init(
        redaction: Redaction = .standard, time: TimeSource = .system,
        write: (@Sendable (String) -> Void)? = nil
    ) {
        self.redaction = redaction
        self.time = time
        self.write = write ?? { fputs($0 + "\n", stderr) }
    }

    /// Writes what is sent, and then what came of it.
    public func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws
        -> HTTPResponse
    {
        write("#\(context.id) → \(request.curl(redacting: redaction))")
        let start = time.monotonic()
        do {
            let response = try await next(request)
            let size = response.body.length.map { "\($0) bytes" } ?? "a body of unknown length"
            write("#\(context.id) ← \(response.status), \(size) in \(seconds(since: start))")
            return response
        } catch {
            let reason = (error as? APIError)?.reason ?? (error is CancellationError ? "cancelled" : "\(error)")
            write("#\(context.id) ✗ \(reason), after \(seconds(since: start))")
            throw error
        }
    }

    private func seconds(since start: Duration) -> String {
        let milliseconds = Int(((time.monotonic() - start).inSeconds * 1000).rounded())
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(fraction) s"
    }
}
