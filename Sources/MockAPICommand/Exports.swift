@_exported public import MockAPIScenarios
