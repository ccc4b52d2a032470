/// Why a request cannot be sent; becomes an `APIError` where request and phase are known.
struct InvalidRequest: Error {
    var message: String
    var cause: (any Error)?

    init(_ message: String, cause: (any Error)? = nil) {
        self.message = message
        self.cause = cause
    }
}
