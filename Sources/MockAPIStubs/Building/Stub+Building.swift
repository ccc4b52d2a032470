internal import MockAPICore
public import MockAPIMatching

extension Stub {
    /// Makes a stub in code.
    ///
    ///     Stub(.get, "/users/{id}", query: ["page": .equalTo("1")]) {
    ///         .json(user).delayed(by: .milliseconds(300))
    ///     }
    ///
    /// A text stands for the pattern that it is equal to: `query: ["page": "1"]`. Reports name the place of the call.
    ///
    /// - Parameters:
    ///   - method: the method, such as `.get`, `.any` or `.oneOf([.put, .patch])`.
    ///   - target: the path, with `{parameters}` and with the query pairs that are asked for; or another form of a URL.
    ///   - pathParameters: patterns for the parameters of the path.
    ///   - query: patterns for query parameters.
    ///   - headers: patterns for headers.
    ///   - cookies: patterns for cookies.
    ///   - basicAuth: the user name and the password.
    ///   - host: a pattern for the host, which is in lower case and has no port.
    ///   - port: the port that the request names.
    ///   - scheme: a pattern for the scheme, which is in lower case.
    ///   - clientIP: a pattern for the address that the request comes from.
    ///   - form: patterns for the parameters of a form.
    ///   - body: patterns for the body.
    ///   - id: its identity, unique in a set; a random UUID where there is none.
    ///   - name: what it is called in reports.
    ///   - priority: the lower number wins.
    ///   - response: makes the answer.
    public init(
        _ method: MethodPattern = .any, _ target: StubTarget = .any,
        pathParameters: KeyValuePairs<String, ValuePattern> = [:],
        query: KeyValuePairs<String, MultiValuePattern> = [:], headers: KeyValuePairs<String, MultiValuePattern> = [:],
        cookies: KeyValuePairs<String, ValuePattern> = [:], basicAuth: BasicCredentials? = nil,
        host: ValuePattern? = nil, port: Int? = nil, scheme: ValuePattern? = nil, clientIP: ValuePattern? = nil,
        form: KeyValuePairs<String, MultiValuePattern> = [:], body: [ValuePattern] = [],
        id: String? = nil, name: String? = nil, priority: Int = Stub.defaultPriority,
        file: String = #fileID, line: Int = #line, column: Int = #column,
        response: () throws -> StubResponse
    ) rethrows {
        let request = RequestPattern(
            method: method, url: target.url, pathParameters: pathParameters.map { NamedPattern($0.key, $0.value) },
            queryParameters: target.queryParameters + query.map { NamedPattern($0.key, $0.value) },
            headers: headers.map { NamedPattern($0.key, $0.value) },
            cookies: cookies.map { NamedPattern($0.key, $0.value) }, basicAuth: basicAuth, host: host, scheme: scheme,
            port: port, clientIP: clientIP, formParameters: form.map { NamedPattern($0.key, $0.value) },
            bodyPatterns: body)
        try self.init(
            id: id ?? StubID.random(), name: name, priority: priority, request: request, response: response().plan,
            origin: StubOrigin(code: FileLocation(file: file, line: line, column: column)))
    }
}
