import MockAPIMatching

extension PrecedenceRule {
    /// The rule by which `winner` goes before `loser`, which is tried after it.
    init(winner: Stub, loser: Stub) {
        if winner.priority != loser.priority {
            self = .priority
        } else if winner.isAddedAtRunTime {
            self = .newest
        } else if winner.request.pathRank != loser.request.pathRank {
            self = .path
        } else if winner.request.rankedConditionCount != loser.request.rankedConditionCount {
            self = .conditions
        } else {
            self = .order
        }
    }

    /// Why `winner` goes before `loser`, in one line without a full stop, such as `priority 1 goes before 5`.
    func explanation(winner: Stub, loser: Stub) -> String {
        switch self {
        case .priority: return "priority \(winner.priority) goes before \(loser.priority)"
        case .newest:
            return loser.isAddedAtRunTime
                ? "of stubs added while running the newest goes first"
                : "stubs added while running go before those of files"
        case .path: return "\(winner.request.pathRankName) goes before \(loser.request.pathRankName)"
        case .conditions:
            let count = winner.request.rankedConditionCount
            let verb = count == 1 ? "condition goes" : "conditions go"
            return "\(count) \(verb) before \(loser.request.rankedConditionCount)"
        case .order: return "of stubs that are alike in rank the later one in the order of files goes first"
        }
    }
}

extension RequestPattern {
    /// How specific the path is, in words.
    fileprivate var pathRankName: String {
        switch url {
        case .url, .urlPath: "an exact path"
        case .urlPathTemplate: "a path template"
        case .urlPattern, .urlPathPattern: "a regular expression"
        case .any: "any URL"
        }
    }
}
