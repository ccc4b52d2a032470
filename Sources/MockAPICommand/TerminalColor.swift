/// A colour of text on a terminal (ECMA-48, section 8.3.117).
enum TerminalColor: String, Sendable {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case dim = "2"
    case bold = "1"

    /// The text between the sequences that switch the colour on and off.
    func paint(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
