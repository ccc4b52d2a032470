public import MockAPICore
public import MockAPIMatching

extension StubReader {
    /// Reads the document of `matchesShape`, whose problems are reported at their places.
    mutating func shape(_ node: JSONNode) -> ValuePattern? {
        do throws(ShapeProblems) {
            return .matchesShape(node.value, try ShapeMatchers(reading: node.value))
        } catch {
            for problem in error.problems {
                self.error(at: node.nearest(to: problem.path), problem.message, hint: problem.hint)
            }
            return nil
        }
    }
}

extension ShapeMatchers {
    /// Reads the matchers of a document, whose `$matches` are value patterns as in stub files; `nil` where there are none.
    ///
    /// - Throws: `ShapeProblems` for objects that look like matchers and are none.
    public init?(reading document: JSONValue) throws(ShapeProblems) {
        try self.init(in: document) { json throws(ShapeProblem) in try StubReader.valuePattern(reading: json) }
    }
}

extension JSONNode {
    /// The node that a path leads to, or the nearest one above it.
    fileprivate func nearest(to path: JSONPath) -> JSONNode {
        var current = self
        for component in path.components {
            let next: JSONNode? =
                switch component {
                case .key(let key): current[key]
                case .index(let index): current[index]
                }
            guard let next else { break }
            current = next
        }
        return current
    }
}

extension StubReader {
    /// Reads a value pattern that has no file: its first problem is thrown.
    static func valuePattern(reading json: JSONValue) throws(ShapeProblem) -> ValuePattern {
        var reader = StubReader(options: .strict, bodyFiles: BodyFiles(folder: nil))
        let pattern: ValuePattern?
        do {
            pattern = reader.valuePattern(try JSONDocument(parsing: json.renderedBytes()).root)
        } catch {
            throw ShapeProblem(error.message)
        }
        if let pattern, reader.errorCount == 0 { return pattern }
        let finding = reader.sortedFindings.first { $0.severity == .error }
        throw ShapeProblem(finding?.message ?? "no pattern", hint: finding?.hint)
    }
}
