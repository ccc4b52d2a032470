/// An option that a command knows.
struct OptionDeclaration: Sendable, Hashable {
    /// The name without its dashes.
    var name: String
    /// A second name of one letter, without its dash.
    var short: Character?
    /// What stands for the value in help texts; `nil` for a flag, which takes none.
    var value: String?
    /// Whether the option may be given more than once.
    var isRepeatable: Bool
    /// What the option does, in a few words that begin with a small letter.
    var help: String

    /// A flag.
    static func flag(_ name: String, short: Character? = nil, _ help: String) -> OptionDeclaration {
        OptionDeclaration(name: name, short: short, value: nil, isRepeatable: false, help: help)
    }

    /// An option with a value.
    static func value(
        _ name: String, _ value: String, short: Character? = nil, isRepeatable: Bool = false, _ help: String
    ) -> OptionDeclaration {
        OptionDeclaration(name: name, short: short, value: value, isRepeatable: isRepeatable, help: help)
    }

    /// The option that every command has.
    static let help = OptionDeclaration.flag("help", short: "h", "show this text")

    /// The names as help texts show them, such as `-h, --help` or `--port N`.
    var spelling: String {
        (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
    }
}
