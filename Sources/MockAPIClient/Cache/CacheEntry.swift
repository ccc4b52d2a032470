/// A response as a cache keeps it.
///
/// It holds no secret of the request: whom it belongs to and which request headers it depends on are hashes.
public struct CacheEntry: Sendable, Hashable {
    /// A request header that the response depends on (`Vary`, RFC 9111, section 4.1).
    public struct Selector: Sendable, Hashable {
        /// The name in lower case.
        public var name: String
        /// The hash of the value; `nil` where the request had no such header.
        public var digest: String?

        /// Makes a selector.
        public init(name: String, digest: String?) {
            self.name = name
            self.digest = digest
        }
    }

    /// The status.
    public var status: HTTPStatus
    /// The reason phrase, where it is not the registered one.
    public var reason: String?
    /// The header section, without what belongs to one connection and without `Set-Cookie`.
    public var headers: HTTPFields
    /// The content.
    public var body: [UInt8]
    /// When the request was sent that got or last validated the response, in seconds since 1970.
    public var requestTime: Double
    /// When the response came or was last validated, in seconds since 1970.
    public var responseTime: Double
    /// The hash of the URL, by which a change to the resource finds the entry.
    public var resource: String
    /// The request headers that the response depends on, sorted by name.
    public var selectors: [Selector]

    /// Makes an entry.
    public init(
        status: HTTPStatus, reason: String? = nil, headers: HTTPFields, body: [UInt8], requestTime: Double,
        responseTime: Double, resource: String, selectors: [Selector] = []
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.resource = resource
        self.selectors = selectors
    }

    /// Tells the entries of one key apart: two with the same variant replace each other.
    public var variant: String {
        guard !selectors.isEmpty else { return "" }
        var hash = SHA256()
        for selector in selectors {
            hash.update(part: selector.name)
            hash.update(part: selector.digest ?? "-")
        }
        return hash.hex()
    }

    /// How much the entry counts towards the limit of a store, in bytes: content, header section and a little more.
    public var size: Int {
        body.count + headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } + 256
    }
}
