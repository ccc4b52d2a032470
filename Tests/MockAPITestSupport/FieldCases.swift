import Foundation
public import MockAPICore

/// The failures of other projects that stand in `cases/field.jsonl` of the shared data, one a line.
public enum FieldCases {
    /// The case with this id; `nil` where there is none or no shared data.
    public static func named(_ id: String) throws -> JSONValue? {
        guard let file = SharedData.folder?.appendingPathComponent("cases/field.jsonl") else { return nil }
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).lazy
            .map { try JSONValue(parsing: [UInt8]($0)) }.first { $0["id"]?.string == id }
    }
}
