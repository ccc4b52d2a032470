import Foundation

extension HTTPRequest {
    /// The request as a transport may get it, so that all of them send the same.
    ///
    /// - Throws: `InvalidRequest` for what cannot be sent, or would be sent in another way than it says.
    func checked() throws(InvalidRequest) -> HTTPRequest {
        var request = self
        guard method.isValid else { throw InvalidRequest("\"\(method)\" is no method") }
        _ = try URLText(url.absoluteString)
        for field in headers where !field.isValid {
            throw InvalidRequest("the header \"\(field.name)\" has characters that cannot be sent")
        }
        guard !headers.contains(name: "Transfer-Encoding") else {
            throw InvalidRequest("Transfer-Encoding is set by the transport")
        }
        if let length = headers["Content-Length"] {
            guard body.length.map({ String($0) }) == length else {
                throw InvalidRequest("Content-Length is set by the transport, and \(length) is not the body's length")
            }
            request.headers["Content-Length"] = nil
        }
        if !body.isEmpty, !headers.contains(name: "Content-Type") {
            request.headers["Content-Type"] = "application/octet-stream"
        }
        return request
    }
}
