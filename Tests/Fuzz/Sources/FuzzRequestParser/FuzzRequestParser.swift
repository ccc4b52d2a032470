import MockAPICore
import MockAPISockets

/// Reads the input as the bytes of one connection, whole and cut in two ways, and demands the same events each time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequestParser(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: start, count: count)
    let whole = events(of: input, piece: { _ in max(1, count) })
    let bytewise = events(of: input, piece: { _ in 1 })
    precondition(whole == bytewise, "cut into bytes, the input reads otherwise")
    let uneven = events(of: input, piece: { 1 + Int(input[$0] & 15) })
    precondition(whole == uneven, "cut unevenly, the input reads otherwise")
    return 0
}

private func events(of input: UnsafeRawBufferPointer, piece: (Int) -> Int) -> [String] {
    var limits = HTTPLimits()
    limits.bodyBytes = 4096
    var parser = RequestParser(limits: limits)
    var events: [String] = []
    var start = 0
    while start < input.count {
        let end = min(input.count, start + piece(start))
        var offset = 0
        let part = UnsafeRawBufferPointer(rebasing: input[start..<end])
        reading: while true {
            switch parser.next(in: part, from: &offset) {
            case .needMore:
                precondition(offset == part.count, "bytes were left over")
                break reading
            case .headComplete(let expectsContinue, let framing):
                events.append("head \(expectsContinue) \(framing)")
            case .request(let request, let keepAlive):
                events.append("\(request.method) \(request.pathSegments) \(request.queryPairs) \(request.headers)")
                events.append("\(request.authority?.description ?? "-") \(request.body) \(keepAlive)")
            case .failure(let error):
                events.append("failure \(error)")
                return events
            }
        }
        start = end
    }
    return events
}
