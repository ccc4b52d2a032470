#if !canImport(Darwin)
import MockAPICore

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The few functions of the machine's OpenSSL that a client needs, found while the program runs: Foundation on Linux has no way
/// to trust a private authority, and nothing is linked for the few who need one.
///
/// The functions may be called on any thread; a session belongs to one at a time (OpenSSL, openssl-threads(7)).
struct OpenSSL: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer

    let newContext: @convention(c) (UnsafeRawPointer?) -> Pointer?
    let freeContext: @convention(c) (Pointer?) -> Void
    let clientMethod: @convention(c) () -> UnsafeRawPointer?
    let loadAuthorities: @convention(c) (Pointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> CInt
    let loadSystemAuthorities: @convention(c) (Pointer?) -> CInt
    let setVerify: @convention(c) (Pointer?, CInt, UnsafeRawPointer?) -> Void
    let new: @convention(c) (Pointer?) -> Pointer?
    let free: @convention(c) (Pointer?) -> Void
    let control: @convention(c) (Pointer?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    let setDescriptor: @convention(c) (Pointer?, CInt) -> CInt
    let parameters: @convention(c) (Pointer?) -> Pointer?
    let setHost: @convention(c) (Pointer?, UnsafePointer<CChar>?, Int) -> CInt
    let setAddress: @convention(c) (Pointer?, UnsafePointer<CChar>?) -> CInt
    let connect: @convention(c) (Pointer?) -> CInt
    let read: @convention(c) (Pointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    let write: @convention(c) (Pointer?, UnsafeRawPointer?, CInt) -> CInt
    let error: @convention(c) (Pointer?, CInt) -> CInt
    let verifyResult: @convention(c) (Pointer?) -> CLong
    let verifyText: @convention(c) (CLong) -> UnsafePointer<CChar>?
    let nextError: @convention(c) () -> CUnsignedLong
    let errorText: @convention(c) (CUnsignedLong, UnsafeMutablePointer<CChar>?, Int) -> Void

    /// Values of the library's headers, which are part of its interface.
    enum Constant {
        static let verifyPeer: CInt = 1
        static let wantRead: CInt = 2
        static let wantWrite: CInt = 3
        static let zeroReturn: CInt = 6
        /// `SSL_CTRL_SET_TLSEXT_HOSTNAME` and its type.
        static let setServerName: CInt = 55
        /// `SSL_CTRL_MODE` with partial writes and buffers that move.
        static let setMode: CInt = 33
        static let mode: CLong = 3
    }

    /// Loads the library.
    ///
    /// - Throws: `TransportError` where the machine has none.
    init() throws(TransportError) {
        let names = ["libssl.so.3", "libssl.so.1.1", "libssl.so"]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw TransportError(.tls, "a private authority needs OpenSSL, and there is no libssl.so.3 on this machine")
        }
        func symbol<Function>(_ name: String) throws(TransportError) -> Function {
            guard let address = dlsym(library, name) else {
                throw TransportError(.tls, "the OpenSSL of this machine has no \(name)")
            }
            return unsafeBitCast(address, to: Function.self)
        }
        newContext = try symbol("SSL_CTX_new")
        freeContext = try symbol("SSL_CTX_free")
        clientMethod = try symbol("TLS_client_method")
        loadAuthorities = try symbol("SSL_CTX_load_verify_locations")
        loadSystemAuthorities = try symbol("SSL_CTX_set_default_verify_paths")
        setVerify = try symbol("SSL_CTX_set_verify")
        new = try symbol("SSL_new")
        free = try symbol("SSL_free")
        control = try symbol("SSL_ctrl")
        setDescriptor = try symbol("SSL_set_fd")
        parameters = try symbol("SSL_get0_param")
        setHost = try symbol("X509_VERIFY_PARAM_set1_host")
        setAddress = try symbol("X509_VERIFY_PARAM_set1_ip_asc")
        connect = try symbol("SSL_connect")
        read = try symbol("SSL_read")
        write = try symbol("SSL_write")
        error = try symbol("SSL_get_error")
        verifyResult = try symbol("SSL_get_verify_result")
        verifyText = try symbol("X509_verify_cert_error_string")
        nextError = try symbol("ERR_get_error")
        errorText = try symbol("ERR_error_string_n")
    }

    /// What the library last complained of on this thread.
    func complaint() -> String {
        var text = "the TLS handshake failed"
        while case let code = nextError(), code != 0 {
            var buffer = [CChar](repeating: 0, count: 256)
            errorText(code, &buffer, buffer.count)
            text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return text
    }
}
#endif
