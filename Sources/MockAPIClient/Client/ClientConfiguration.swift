/// The settings of a client.
public struct ClientConfiguration: Sendable {
    /// How requests reach the network.
    public var transport: any Transport
    /// Who answers instead while `stubMode` is not `never`, for requests that have no sample of their own.
    public var stubTransport: (any Transport)?
    /// Whether calls are answered without a network.
    public var stubMode: StubMode
    /// The steps that every call passes through, outermost first.
    public var plugins: [any ClientPlugin]
    /// The services by name, and where they are instead.
    public var services: ServiceDirectory
    /// Headers of every request; those of a service and of a request win over them.
    public var defaultHeaders: HTTPFields
    /// The decoder for models of requests that name none.
    public var decoder: any ModelDecoder
    /// Where responses are kept; `nil`, the default, keeps none.
    public var cache: ResponseCache?
    /// How calls use the cache where their requests do not say.
    public var cachePolicy: CachePolicy
    /// How long a peer may stay silent where the request does not say.
    public var timeout: Duration
    /// How many redirects are followed; 0 makes every 3xx a final response.
    public var maximumRedirects: Int
    /// Where cookies are kept; `nil`, the default, keeps and sends none.
    public var cookies: CookieStore?

    /// Makes settings.
    public init(
        transport: any Transport = URLSessionTransport(), stubTransport: (any Transport)? = nil,
        stubMode: StubMode = .never, plugins: [any ClientPlugin] = [], services: ServiceDirectory = ServiceDirectory(),
        defaultHeaders: HTTPFields = [:], decoder: any ModelDecoder = JSONModelDecoder(),
        timeout: Duration = .seconds(60), maximumRedirects: Int = 20, cookies: CookieStore? = nil,
        cache: ResponseCache? = nil, cachePolicy: CachePolicy = .cacheFirst
    ) {
        self.transport = transport
        self.stubTransport = stubTransport
        self.stubMode = stubMode
        self.plugins = plugins
        self.services = services
        self.defaultHeaders = defaultHeaders
        self.decoder = decoder
        self.timeout = timeout
        self.maximumRedirects = maximumRedirects
        self.cache = cache
        self.cachePolicy = cachePolicy
        self.cookies = cookies
    }
}
