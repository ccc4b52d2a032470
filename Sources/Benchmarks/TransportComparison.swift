import MockAPICore

/// How many times as many requests a second `SocketTransport` makes, one after the other over one connection, as
/// `URLSessionTransport` does in the same run.
struct TransportComparison {
    /// What is wanted on Linux, where URLSession needs most of a millisecond for a request.
    static let wanted = 8.0

    /// How many times.
    let factor: Double

    /// Compares two rows of the table; `nil` where one was not measured.
    init?(_ rows: [Row]) {
        let median = { (name: String) in rows.first { $0.name == "loopback: round trip, \(name)" }?.median }
        guard let socket = median("SocketTransport"), let session = median("URLSessionTransport"), socket > 0 else {
            return nil
        }
        factor = session / socket
    }

    /// The line below the table.
    var text: String {
        let tenths = (factor * 10).rounded() / 10
        let verdict = factor >= Self.wanted ? "" : ", which is too few"
        return "loopback: SocketTransport has \(tenths) times the rate of URLSessionTransport"
            + " (wanted: \(Int(Self.wanted)))\(verdict)"
    }

    /// The comparison for a program.
    var json: JSONValue {
        var members: JSONObject = ["name": "loopback: SocketTransport times URLSessionTransport"]
        if let number = JSONNumber((factor * 10).rounded() / 10) { members.append("factor", .number(number)) }
        if let number = JSONNumber(Self.wanted) { members.append("wanted", .number(number)) }
        return .object(members)
    }
}
