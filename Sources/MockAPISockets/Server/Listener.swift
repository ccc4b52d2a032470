#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Accepts the connections of one listening socket and hands each to a loop.
///
/// No error of accept ends the listener: when descriptors or places run out it pauses, and tries again a little later.
final class Listener: EventHandler {
    /// How long to pause when there is no descriptor or no memory.
    private static let pause = Duration.milliseconds(100)
    /// How long to pause when the run has as many connections as it may have.
    private static let pauseWhenFull = Duration.milliseconds(20)

    private let descriptor: Int32
    private let run: ServerRun
    private let loop: EventLoop
    private var timer: LoopTimer?
    private var isOpen = false
    private var nextReport: UInt64 = 0

    init(_ descriptor: Int32, run: ServerRun, loop: EventLoop) {
        self.descriptor = descriptor
        self.run = run
        self.loop = loop
    }

    /// Begins to accept.
    func open() {
        isOpen = true
        do throws(SocketError) {
            try loop.register(descriptor, .read, self)
        } catch {
            run.configuration.onAcceptError(error)
            close()
        }
    }

    /// Accepts no longer and closes the socket.
    func close() {
        guard isOpen else { return }
        isOpen = false
        timer?.cancel()
        loop.unregister(descriptor)
        SocketCalls.close(descriptor)
        run.didCloseListener()
    }

    func handle(_ readiness: Readiness) {
        // Not without end, so that the connections of the loop have their turn.
        for _ in 0..<64 {
            guard isOpen else { return }
            guard run.hasPlace else { return pause(for: Self.pauseWhenFull) }
            var address = SocketAddress()
            let accepted = SocketCalls.accept(descriptor, &address)
            guard accepted >= 0 else {
                if isHarmless(-accepted) { continue }
                if !SocketCalls.isTemporary(Int(accepted)) { fail(-accepted) }
                return
            }
            guard let share = run.reservePlace() else {
                SocketCalls.close(accepted)
                continue
            }
            let peer = address.host
            if share.loop === loop {
                share.adopt(accepted, peerAddress: peer)
            } else {
                share.loop.execute { share.adopt(accepted, peerAddress: peer) }
            }
        }
    }

    /// Whether only the one connection is lost (accept(2): errors of the network are to be treated like EAGAIN).
    private func isHarmless(_ errno: Int32) -> Bool {
        [ECONNABORTED, EINTR, EPROTO, ENETDOWN, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH, EPERM].contains(errno)
    }

    private func fail(_ errno: Int32) {
        if loop.now >= nextReport {
            nextReport = loop.now + 1_000_000_000
            let text = SocketError.text(errno)
            run.configuration.onAcceptError(
                SocketError(
                    call: "accept", errno,
                    message: "cannot accept connections: \(text); waiting ones are accepted when others have closed"))
        }
        pause(for: Self.pause)
    }

    private func pause(for duration: Duration) {
        loop.modify(descriptor, [])
        timer?.cancel()
        timer = loop.schedule(after: duration) { [self] in
            timer = nil
            loop.modify(descriptor, .read)
        }
    }
}
