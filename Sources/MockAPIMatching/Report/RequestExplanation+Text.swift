extension RequestExplanation {
    /// So many outranked stubs are listed in texts.
    private static let mostOutranked = 10

    /// The explanation for people; for a request that no stub answers, the text of the report.
    ///
    /// `color` adds ANSI colours.
    public func text(color: Bool = false) -> String {
        guard let answer else { return report.text(color: color) }
        let paint = Paint(isOn: color)
        let request = paint.bold("\(report.request.method) \(Quoted.plain(report.request.target, limit: 300))")
        var lines = ["\(request) is answered by", "", "  \(paint.bold(answer.stub.description))"]
        lines += NearMiss(stub: answer.stub, conditions: answer.conditions).conditionLines(paint)
        if answer.conditions.isEmpty { lines.append("    no conditions: it matches every request") }
        lines.append("    answer: \(answer.response.text)")
        if !answer.parameters.isEmpty {
            let parameters = answer.parameters.map { "\(Quoted.plain($0.name, limit: 100)) = \(Quoted.text($0.value))" }
            lines.append("    parameters: \(parameters.joined(separator: ", "))")
        }
        if !outranked.isEmpty { lines += ["", "Also matching, but behind it:", ""] }
        for stub in outranked.prefix(Self.mostOutranked) {
            lines.append("  \(paint.bold(stub.stub.description)): \(stub.reason)")
        }
        if outranked.count > Self.mostOutranked {
            lines.append("  and \(outranked.count - Self.mostOutranked) more")
        }
        if !report.nearest.isEmpty { lines += ["", "Not matching; the nearest:"] + report.nearestLines(paint) }
        return (lines + report.diagnosticLines).joined(separator: "\n")
    }
}
