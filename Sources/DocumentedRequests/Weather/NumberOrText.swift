/// A value that a service sends as a number at one time and as a text at another.
enum NumberOrText: Decodable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Int.self))
        }
    }

    /// The number; `nil` for a text that is none.
    var integer: Int? {
        switch self {
        case .number(let number): number
        case .text(let text): Int(text)
        }
    }

    /// The text, or the number written out.
    var text: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
