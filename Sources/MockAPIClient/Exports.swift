@_exported public import MockAPICore
