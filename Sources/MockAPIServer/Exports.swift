@_exported public import MockAPICore
@_exported public import MockAPIMatching
@_exported public import MockAPISockets
@_exported public import MockAPIStubs
