import MockAPIClient
public import MockAPICore
import MockAPIStubs

/// The authorities of a file, for `https` providers whose certificates they have signed.
public struct PrivateAuthorities: Sendable {
    let transport: any Transport
    /// Whether content is decoded when it comes.
    let decodesContent: Bool

    /// Reads a file of certificates in PEM form.
    ///
    /// - Throws: `TransportError` of reason `tls` where there is none that can be read.
    public init(file: String) throws(TransportError) {
        switch FileSystem.kind(of: file) {
        case .file?:
            do {
                _ = try FileSystem.contents(of: file)
            } catch {
                throw TransportError(.tls, "\(file) cannot be read: \(error.message)")
            }
        case .folder?: throw TransportError(.tls, "\(file) cannot be read: it is a folder")
        case .other?: throw TransportError(.tls, "\(file) cannot be read: it is no file")
        case nil: throw TransportError(.tls, "\(file) cannot be read: there is no such file")
        }
        #if canImport(Darwin)
        try URLSessionTransport.trust(authoritiesIn: file)
        transport = URLSessionTransport()
        decodesContent = true
        #else
        transport = try PrivateAuthorityTransport(authorities: file)
        decodesContent = false
        #endif
    }
}
