import MockAPICore
import MockAPISockets

/// The ways to cut an input before it is given to a parser.
enum Cut {
    /// In one piece.
    static func whole(_ bytes: [UInt8]) -> [[UInt8]] { [bytes] }

    /// Byte by byte.
    static func single(_ bytes: [UInt8]) -> [[UInt8]] { bytes.map { [$0] } }

    /// At random places.
    static func random(_ bytes: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        let longest = Int.random(in: 1...max(1, bytes.count), using: &random)
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...longest, using: &random))
            pieces.append(Array(piece))
            rest = rest[piece.endIndex...]
        }
        return pieces
    }

    /// Whole, byte by byte, and in `count` random ways that are the same in every run.
    static func all(_ bytes: [UInt8], count: Int = 50, seed: UInt64 = 1) -> [[[UInt8]]] {
        var random = SeededRandom(seed: seed)
        var cuts = [whole(bytes), single(bytes)]
        for _ in 0..<count { cuts.append(Cut.random(bytes, &random)) }
        return cuts
    }
}

/// What a parser made of an input, in a form that can be compared.
struct Parsed: Hashable {
    /// Everything that came out, in order.
    var events: [String] = []
    /// The whole requests.
    var requests: [Request] = []
    /// The status of the failure.
    var error: Int?
    /// Whether bytes were left within a request.
    var isIncomplete = false

    struct Request: Hashable {
        var line: String
        var fields: [String]
        var body: String
        var keepAlive: Bool
    }

    /// Gives the pieces to a request parser.
    init(_ pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) {
        var parser = RequestParser(limits: limits)
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                var offset = 0
                while true {
                    let event = parser.next(in: bytes, from: &offset)
                    take(event)
                    if case .needMore = event {
                        if offset != bytes.count { events.append("needMore with \(bytes.count - offset) bytes left") }
                        return
                    }
                    if error != nil { return }
                }
            }
            if error != nil { break }
        }
        isIncomplete = parser.phase == .head || parser.phase == .body
    }

    /// Gives a text to a request parser, in one piece.
    init(_ text: String, limits: HTTPLimits = HTTPLimits()) { self.init([Array(text.utf8)], limits: limits) }

    private mutating func take(_ event: RequestParser.Event) {
        switch event {
        case .needMore: break
        case .headComplete(let expectsContinue, let framing):
            events.append("head \(expectsContinue) \(framing)")
        case .request(let request, let keepAlive):
            requests.append(
                Request(
                    line: "\(request.method) \(request.rawTarget) \(request.version.rawValue)",
                    fields: request.headers.map(\.description),
                    body: String(decoding: request.body, as: UTF8.self), keepAlive: keepAlive))
            events.append("request \(request.head) \(request.fields) \(request.target)")
        case .failure(let error):
            self.error = error.status
            events.append("\(error)")
        }
    }
}
