/// The arguments of a command that are no options.
struct OperandDeclaration: Sendable, Hashable {
    /// How many there may be.
    enum Count: Sendable, Hashable {
        case one, atMostOne, any, atLeastOne
    }

    /// What stands for one in help texts.
    var name: String
    /// How many there may be.
    var count: Count
    /// What they mean, in a few words that begin with a small letter.
    var help: String

    /// The operands as usage lines show them.
    var spelling: String {
        switch count {
        case .one: name
        case .atMostOne: "[\(name)]"
        case .any: "[\(name)...]"
        case .atLeastOne: "\(name)..."
        }
    }
}
