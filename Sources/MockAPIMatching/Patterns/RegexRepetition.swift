/// Finds repetitions of repetitions, such as `(a+)+`, on which a match may take a time that grows exponentially
/// (CWE-1333).
///
/// A repetition is reported where its content can be cut into turns in more than one way: where a part that is repeated
/// meets itself, or another repeated part for the same letters, without anything in between that has to be there and
/// begins with other letters. `(a+,)+` is therefore none. What is not understood is not reported.
enum RegexRepetition {
    /// The place of the first such repetition in Unicode scalars, counted from 0; `nil` where none is found.
    static func nested(in pattern: String) -> Int? {
        guard pattern.unicodeScalars.count <= 10_000 else { return nil }
        var parser = RegexTreeParser(pattern)
        guard let alternatives = parser.parse() else { return nil }
        return place(in: alternatives)
    }

    private static func place(in alternatives: [[RegexTree]]) -> Int? {
        alternatives.lazy.flatMap { $0 }.lazy.compactMap { place(in: $0) }.first
    }

    private static func place(in tree: RegexTree) -> Int? {
        switch tree {
        case .letters, .opaque: return nil
        case .group(let alternatives), .look(let alternatives): return place(in: alternatives)
        case .repeated(let inner, _, let isUnbounded, let offset):
            if isUnbounded, case .group(let alternatives) = inner,
                alternatives.contains(where: { turns(of: $0).contains(where: isAmbiguous) })
            {
                return offset
            }
            return place(in: inner)
        }
    }

    // MARK: One turn

    /// A part of one turn of a repetition.
    private struct Part {
        var letters: RegexLetters
        var mayBeEmpty: Bool
        var isRepeated: Bool
    }

    private static let mostTurns = 64

    /// What one turn of a repetition may be, optional groups being there or not.
    private static func turns(of sequence: [RegexTree]) -> [[Part]] {
        var turns: [[Part]] = [[]]
        for tree in sequence {
            let parts = parts(of: tree)
            turns = turns.flatMap { turn in parts.map { turn + $0 } }
            if turns.count > mostTurns { turns.removeLast(turns.count - mostTurns) }
        }
        return turns
    }

    private static func parts(of tree: RegexTree) -> [[Part]] {
        switch tree {
        case .letters(let letters): return [[Part(letters: letters, mayBeEmpty: false, isRepeated: false)]]
        case .opaque(let letters, let mayBeEmpty):
            return [[Part(letters: letters, mayBeEmpty: mayBeEmpty, isRepeated: false)]]
        case .look: return [[]]
        case .group(let alternatives): return alternatives.flatMap { turns(of: $0) }
        case .repeated(let inner, let minimum, isUnbounded: true, _):
            let mayBeEmpty = minimum == 0 || inner.mayBeEmpty
            return [[Part(letters: inner.letters, mayBeEmpty: mayBeEmpty, isRepeated: true)]]
        case .repeated(.letters(let letters), let minimum, isUnbounded: false, _):
            return [[Part(letters: letters, mayBeEmpty: minimum == 0, isRepeated: false)]]
        case .repeated(let inner, let minimum, isUnbounded: false, _):
            return parts(of: inner) + (minimum == 0 ? [[]] : [])
        }
    }

    /// Whether a row of such turns can be cut into turns in several ways.
    private static func isAmbiguous(_ turn: [Part]) -> Bool {
        turn.indices.contains { start in
            let part = turn[start]
            guard part.isRepeated, !part.letters.isEmpty else { return false }
            for step in 1...turn.count {
                let other = turn[(start + step) % turn.count]
                let overlaps = part.letters.overlaps(other.letters)
                if overlaps, other.isRepeated { return true }
                if !overlaps, !other.mayBeEmpty { return false }
            }
            return false
        }
    }
}

/// A regular expression as far as repetitions are concerned.
indirect enum RegexTree {
    /// One letter of a set.
    case letters(RegexLetters)
    /// Something that is not tried in several ways, such as an atomic group, or not understood.
    case opaque(RegexLetters, mayBeEmpty: Bool)
    /// Alternatives, each a sequence.
    case group([[RegexTree]])
    /// Something that takes no letters.
    case look([[RegexTree]])
    /// A repetition; `offset` is where it begins, in Unicode scalars.
    case repeated(RegexTree, minimum: Int, isUnbounded: Bool, offset: Int)

    /// The letters that it can take.
    var letters: RegexLetters {
        switch self {
        case .letters(let letters), .opaque(let letters, _): letters
        case .look: RegexLetters()
        case .group(let alternatives):
            alternatives.joined().reduce(into: RegexLetters()) { $0.formUnion($1.letters) }
        case .repeated(let inner, _, _, _): inner.letters
        }
    }

    /// Whether it can take none.
    var mayBeEmpty: Bool {
        switch self {
        case .letters: false
        case .opaque(_, let mayBeEmpty): mayBeEmpty
        case .look: true
        case .group(let alternatives): alternatives.contains { $0.allSatisfy(\.mayBeEmpty) }
        case .repeated(let inner, let minimum, _, _): minimum == 0 || inner.mayBeEmpty
        }
    }
}
