import MockAPIMatching

extension RequestPattern {
    /// How specific the path is, the smaller the more: exact, template, regex, any.
    var pathRank: Int {
        switch url {
        case .url, .urlPath: 0
        case .urlPathTemplate: 1
        case .urlPattern, .urlPathPattern: 2
        case .any: 3
        }
    }

    /// How many conditions decide between two stubs of the same rank; `url` is one for the path and one for the query.
    var rankedConditionCount: Int {
        if case .url = url { conditionCount + 1 } else { conditionCount }
    }
}
