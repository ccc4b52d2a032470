/// The rule by which one of two stubs goes before the other, where both match a request.
///
/// The rules are asked in this order, and the first that tells the two apart decides. The raw value is that of the JSON
/// form.
public enum PrecedenceRule: String, Sendable, Hashable, CaseIterable {
    /// The lower `priority` number goes first.
    case priority
    /// Stubs added while running go before those of files, the newest first.
    case newest
    /// The more specific path goes first: exact, template, regular expression, any.
    case path
    /// More conditions go before fewer.
    case conditions
    /// The later one in the sorted order of files goes first.
    case order
}
