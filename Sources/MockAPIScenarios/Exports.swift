@_exported public import MockAPIClient
