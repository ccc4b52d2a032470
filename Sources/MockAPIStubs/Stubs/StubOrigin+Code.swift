import MockAPICore

extension StubOrigin {
    /// Where a stub was made in code; there is no text to read its mapping from.
    init(code location: FileLocation) {
        self.init(text: [], range: 0..<0, location: location, options: .strict)
    }

    /// Whether the lenient reader read the text.
    var isLenient: Bool { options == .lenient }
}

extension Stub {
    /// Whether the lenient reader made the stub.
    var isReadLeniently: Bool { origin?.isLenient ?? false }
}
