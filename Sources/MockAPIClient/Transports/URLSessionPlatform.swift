import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking

/// What URLSession needs on Linux.
enum URLSessionPlatform {
    /// Answers a challenge so that the 401 reaches the caller: the default handling never ends there.
    static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
        .cancelAuthenticationChallenge
    }
}
#else
/// What URLSession needs on Apple systems.
enum URLSessionPlatform {
    /// Leaves certificates to the system; without a stored credential a 401 reaches the caller.
    static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
        .performDefaultHandling
    }
}
#endif
