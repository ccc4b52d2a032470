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
import Security

/// What URLSession needs on Apple systems.
enum URLSessionPlatform {
    /// Certificates of authorities that are trusted beside those of the system, in DER form.
    private static let authorities = Locked<[Data]>([])

    /// Leaves certificates to the system, and to the authorities given; without a stored credential a 401 reaches the caller.
    static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
        let certificates = authorities.withLock { $0 }.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        if !certificates.isEmpty, let trust = challenge.protectionSpace.serverTrust {
            // The default handling evaluates the same trust, now with more anchors.
            SecTrustSetAnchorCertificates(trust, certificates as CFArray)
            SecTrustSetAnchorCertificatesOnly(trust, false)
        }
        return .performDefaultHandling
    }

    /// Trusts the authorities of a PEM file from now on, in all of the process.
    static func trust(_ path: String) throws(TransportError) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw TransportError(.tls, "\(path) cannot be read")
        }
        let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
        let certificates = blocks.compactMap { block -> Data? in
            let lines = block.components(separatedBy: "-----END CERTIFICATE-----")[0]
            return Data(base64Encoded: lines, options: .ignoreUnknownCharacters)
        }
        guard !certificates.isEmpty else {
            throw TransportError(.tls, "\(path) has no certificate in PEM form that can be read")
        }
        authorities.withLock { $0 += certificates }
    }
}

extension URLSessionTransport {
    /// Trusts the authorities of a PEM file beside those of the system, in all of the process.
    package static func trust(authoritiesIn path: String) throws(TransportError) { try URLSessionPlatform.trust(path) }
}
#endif
