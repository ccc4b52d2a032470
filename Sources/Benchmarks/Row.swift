import MockAPICore

/// What the rounds of a measure came to.
struct Row {
    /// The name of the measure.
    let name: String
    /// Nanoseconds for one operation.
    let median, least, most: Double
    /// Megabytes (of 1,000,000 bytes) in a second, by the median.
    let megabytesPerSecond: Double?
    /// The number of rounds.
    let rounds: Int

    init(_ running: Running) {
        let sorted = running.rounds.sorted()
        let middle = sorted.count / 2
        name = running.measure.name
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        least = sorted.first ?? 0
        most = sorted.last ?? 0
        rounds = sorted.count
        megabytesPerSecond = running.measure.bytes.map { Double($0) / sorted[middle] * 1000 }
    }

    /// The row for a program.
    var json: JSONValue {
        var members: JSONObject = ["name": .string(name)]
        let numbers = [
            ("medianNanoseconds", median), ("minNanoseconds", least), ("maxNanoseconds", most),
            ("megabytesPerSecond", megabytesPerSecond),
        ]
        for (key, value) in numbers {
            guard let value, let number = JSONNumber((value * 10).rounded() / 10) else { continue }
            members.append(key, .number(number))
        }
        members.append("rounds", .number(JSONNumber(rounds)))
        return .object(members)
    }

    /// An aligned table of rows.
    static func table(_ rows: [Row]) -> String {
        let header = ["", "median", "min", "max", "MB/s"]
        let cells = rows.map { row in
            [row.name] + [row.median, row.least, row.most].map(time)
                + [row.megabytesPerSecond.map { digits($0) } ?? ""]
        }
        let widths = header.indices.map { column in ([header] + cells).map { $0[column].count }.max() ?? 0 }
        return ([header] + cells).map { line in
            line.indices.map { column in
                let blanks = String(repeating: " ", count: widths[column] - line[column].count)
                return column == 0 ? line[column] + blanks : blanks + line[column]
            }.joined(separator: "  ")
        }.map { "\($0)\n" }.joined()
    }

    private static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e4: "\(digits(nanoseconds)) ns"
        case ..<1e7: "\(digits(nanoseconds / 1e3)) µs"
        default: "\(digits(nanoseconds / 1e6)) ms"
        }
    }

    /// A number with three digits or more.
    private static func digits(_ number: Double) -> String {
        guard number < 100 else { return String(Int(number.rounded())) }
        let factor: Double = number < 10 ? 100 : 10
        return String((number * factor).rounded() / factor)
    }
}
