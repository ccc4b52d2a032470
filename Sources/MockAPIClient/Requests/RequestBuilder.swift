import Foundation

/// Makes the HTTP request of a typed one.
struct RequestBuilder {
    let configuration: ClientConfiguration

    /// - Throws: `InvalidRequest`, or what the request's own `body` throws.
    func build(_ source: some APIRequest) throws -> HTTPRequest {
        let method = source.method
        let body = try source.body
        let parameters = source.parameters
        let encoding = source.parameterEncoding
        let place = encoding.place(for: method, hasBody: body != nil)
        guard body == nil || parameters.isEmpty || place == .query else {
            throw InvalidRequest("the request has a body of its own, so its parameters can only go into the query")
        }
        let destination = try configuration.services.destination(of: source.base)
        var url = try URLText(destination.base)
        let pairs = place == .query ? encoding.pairs(parameters) : []
        url.append(path: source.path, query: QueryPair.encode(pairs))

        let content = try body ?? self.body(of: parameters, encoding: encoding, place: place)
        if let content, !content.content.isEmpty, method == .get || method == .head || method == .trace {
            throw InvalidRequest(
                "\(method) has no body (RFC 9110, section 9.3.1); use POST, or put the parameters into the query")
        }
        var headers = headers(of: source, destination: destination, content: content)
        if let host = destination.host, !headers.contains(name: "Host") {
            headers.insert(HTTPField("Host", host), at: 0)
        }
        return HTTPRequest(
            method, try url.url(), headers: headers, body: content?.content ?? .empty,
            timeout: source.timeout ?? configuration.timeout)
    }

    /// Sends an untyped request through the replaced services and adds the client's headers and time-out.
    func complete(_ request: HTTPRequest) throws(InvalidRequest) -> HTTPRequest {
        var request = request
        let text = try URLText(request.url.absoluteString)
        if let destination = try configuration.services.replaced(text) {
            request.url = try URLText(destination.base).url()
            if let host = destination.host, !request.headers.contains(name: "Host") {
                request.headers.insert(HTTPField("Host", host), at: 0)
            }
        }
        request.headers = request.headers.overriding(configuration.defaultHeaders)
        request.timeout = request.timeout ?? configuration.timeout
        return request
    }

    private func body(of parameters: Parameters, encoding: ParameterEncoding, place: ParameterEncoding.Place) throws
        -> RequestBody?
    {
        guard !parameters.isEmpty else { return nil }
        switch place {
        case .automatic, .query: return nil
        case .form:
            let pairs = encoding.pairs(parameters)
            return RequestBody(
                HTTPBody(QueryPair.encode(pairs, for: .form)), contentType: "application/x-www-form-urlencoded")
        case .json:
            return RequestBody(HTTPBody(try parameters.json().renderedBytes()), contentType: "application/json")
        }
    }

    /// The request's headers over the type of its body over the service's headers over the client's.
    private func headers(
        of source: some APIRequest, destination: ServiceDirectory.Destination, content: RequestBody?
    ) -> HTTPFields {
        var own = source.headers
        if let content, content.fixesContentType || !own.contains(name: "Content-Type") {
            own["Content-Type"] = content.contentType
        }
        return own.overriding(destination.headers).overriding(configuration.defaultHeaders)
    }
}
