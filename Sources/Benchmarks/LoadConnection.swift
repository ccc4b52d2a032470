import MockAPICore
import MockAPISockets

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// One connection of a load; belongs to the thread of its loop, which keeps it.
final class LoadConnection: EventHandler {
    private let plan: LoadPlan
    private let loop: EventLoop
    private var descriptor: Int32 = -1
    private var output: [UInt8] = []
    private var sent = 0
    private var awaited = 0
    private var parser = ResponseParser(to: .get)
    private var isConnected = false

    init(_ plan: LoadPlan, _ loop: EventLoop) {
        self.plan = plan
        self.loop = loop
        plan.didOpen()
    }

    /// Connects, and begins when that is done.
    func open(_ address: SocketAddress) {
        do throws(SocketError) {
            descriptor = try SocketCalls.makeSocket(address.family)
            let result = address.withSocketAddress { connect(descriptor, $0, $1) }
            guard result == 0 || errno == EINPROGRESS else { throw SocketError(call: "connect", errno) }
            try loop.register(descriptor, .write, self)
        } catch {
            end(error.message)
        }
    }

    func handle(_ readiness: Readiness) {
        if !isConnected {
            let error = SocketCalls.pendingError(descriptor)
            guard error == 0 else { return end(SocketError(call: "connect", error).message) }
            isConnected = true
            return sendNext()
        }
        if readiness.contains(.write) { flush() }
        if readiness.contains(.read) || readiness.contains(.broken) { receive() }
    }

    private func sendNext() {
        awaited = plan.take()
        guard awaited > 0 else { return end(nil) }
        if output.count != awaited * plan.request.count {
            output = Array(repeatElement(plan.request, count: awaited).joined())
        }
        sent = 0
        flush()
    }

    private func flush() {
        while sent < output.count {
            let count = output.withUnsafeBytes { bytes in
                SocketCalls.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            guard count >= 0 else {
                if SocketCalls.isTemporary(count) { break }
                return end(SocketError(call: "send", Int32(-count)).message)
            }
            sent += count
        }
        loop.modify(descriptor, sent < output.count ? [.read, .write] : .read)
    }

    private func receive() {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
            let count = SocketCalls.receive(descriptor, into: buffer)
            if count > 0 { return read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            if count == 0 { return end("the server closed the connection") }
            if !SocketCalls.isTemporary(count) { end(SocketError(call: "recv", Int32(-count)).message) }
        }
    }

    private func read(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while true {
            switch parser.next(in: bytes, from: &offset) {
            case .needMore: return
            case .failure(let error): return end("\(error)")
            case .response(let response, let keepAlive):
                guard response.status == 200, keepAlive else { return end("the answer is \(response.status)") }
                parser = ResponseParser(to: .get)
                awaited -= 1
                if awaited == 0 { return sendNext() }
            }
        }
    }

    private func end(_ failure: String?) {
        if descriptor >= 0 {
            loop.unregister(descriptor)
            SocketCalls.close(descriptor)
            descriptor = -1
        }
        plan.didClose(failure)
    }
}
