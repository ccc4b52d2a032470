/// How strictly a JSON text is read.
public struct JSONReadingOptions: Sendable, Hashable {
    /// How many arrays and objects may stand inside each other.
    ///
    /// Nothing here recurses, but Swift frees what is inside a value level by level, at some 200 bytes of stack each.
    public var maxDepth: Int
    /// Whether `// …` and `/* … */` are read as blanks.
    public var allowsComments: Bool

    /// Makes options; without arguments, those of `strict`.
    public init(maxDepth: Int = 512, allowsComments: Bool = false) {
        self.maxDepth = maxDepth
        self.allowsComments = allowsComments
    }

    /// The grammar of RFC 8259 and nothing else.
    public static let strict = JSONReadingOptions()

    /// The grammar of RFC 8259 with comments.
    public static let lenient = JSONReadingOptions(allowsComments: true)
}
