import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Finds the cause behind URLSession's errors, which differ between systems and on Linux often have the code -1.
enum URLSessionFailure {
    static func transportError(of error: any Error, hasResponse: Bool) -> TransportError {
        let error = error as NSError
        let text = error.localizedDescription
        return TransportError(reason(of: error, text: text, hasResponse: hasResponse), "\(text) (\(error.code))")
    }

    private static func reason(of error: NSError, text: String, hasResponse: Bool) -> TransportError.Reason {
        if let reason = reason(ofSystemError: error) { return reason }
        switch URLError.Code(rawValue: error.code) {
        case .cannotConnectToHost: return .refused
        case .cannotFindHost, .dnsLookupFailed: return .dns
        case .timedOut: return .timedOut
        case .notConnectedToInternet: return .unreachable
        case .httpTooManyRedirects: return .tooManyRedirects
        case .networkConnectionLost:
            return hasResponse && self.reason(ofText: text) != .reset ? .truncated : .reset
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData: return .malformed
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            return .tls
        case .badServerResponse: return text.contains("Empty reply") ? .reset : .malformed
        default: return reason(ofText: text)
        }
    }

    /// The POSIX error beneath, where there is one; it tells a reset from a connection that was closed early.
    private static func reason(ofSystemError error: NSError) -> TransportError.Reason? {
        var current: NSError? = error
        var depth = 0
        while let inner = current, depth < 4 {
            var code = inner.domain == NSPOSIXErrorDomain ? inner.code : nil
            if let domain = inner.userInfo["_kCFStreamErrorDomainKey"] as? Int, domain == 1 {
                code = inner.userInfo["_kCFStreamErrorCodeKey"] as? Int
            }
            switch code.flatMap({ POSIXErrorCode(rawValue: Int32(truncatingIfNeeded: $0)) }) {
            case .ECONNRESET, .EPIPE: return .reset
            case .ECONNREFUSED: return .refused
            case .EHOSTUNREACH, .ENETUNREACH, .ENETDOWN, .EHOSTDOWN: return .unreachable
            default: break
            }
            current = inner.userInfo[NSUnderlyingErrorKey] as? NSError
            depth += 1
        }
        return nil
    }

    /// By the words of the C library beneath, for codes that say nothing.
    private static func reason(ofText text: String) -> TransportError.Reason {
        let text = text.lowercased()
        let found = words.first { entry in entry.words.contains { text.contains($0) } }
        return found?.reason ?? .other
    }

    private static let words: [(reason: TransportError.Reason, words: [String])] = [
        (.truncated, ["transfer closed", "closed with outstanding", "bytes remaining"]),
        (.reset, ["connection reset", "recv failure", "send failure", "broken pipe", "empty reply"]),
        (.unreachable, ["no route to host", "network is unreachable", "couldn't connect", "failed to connect"]),
        (.dns, ["could not resolve"]),
        (.tls, ["ssl", "tls", "certificate"]),
        (
            .malformed,
            [
                "http/0.9", "unsupported http", "chunk", "hexadecimal", "failed writing", "weird server reply",
                "invalid content-length", "header", "content encoding", "content unencoding", "nul byte", "invalid",
                "zlib", "unrecognized",
            ]
        ),
    ]
}
