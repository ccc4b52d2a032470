/// What one pass of a call does with the cache.
struct CacheUse: Sendable, Hashable {
    /// Which stored responses are used without asking.
    enum Reading: Sendable, Hashable {
        /// None.
        case nothing
        /// The fresh ones.
        case fresh
        /// The stale ones too, unless the response forbids that.
        case stale
        /// All of them: what was seen last is shown while the network is asked (RFC 9111, section 6).
        case any
    }

    var reading: Reading
    /// Whether the network may be asked.
    var asksNetwork = true
    /// Whether the network is asked if the stored response is still right.
    var validates = false
    /// Whether a stored response stands in where the network cannot be reached.
    var fallsBack = false
    /// Whether what the network says is stored.
    var stores = true

    /// The pass of a call for one value; for `cachedThenNetwork` the second one.
    init(_ policy: CachePolicy) {
        switch policy {
        case .networkOnly: self.init(reading: .nothing, stores: false)
        case .networkFirst: self.init(reading: .nothing, validates: true, fallsBack: true)
        case .cacheFirst: self.init(reading: .fresh, validates: true, fallsBack: true)
        case .cachedThenNetwork: self.init(reading: .nothing, validates: true)
        case .cacheOnly: self.init(reading: .stale, asksNetwork: false)
        }
    }

    private init(
        reading: Reading, asksNetwork: Bool = true, validates: Bool = false, fallsBack: Bool = false,
        stores: Bool = true
    ) {
        self.reading = reading
        self.asksNetwork = asksNetwork
        self.validates = validates
        self.fallsBack = fallsBack
        self.stores = stores
    }

    /// The first pass of `cachedThenNetwork`.
    static let peek = CacheUse(reading: .any, asksNetwork: false)
    /// Asks for a whole response, since the stored one is of no use.
    static let reload = CacheUse(reading: .nothing)

    /// Whether anything that is stored may be needed.
    var looks: Bool { reading != .nothing || validates || fallsBack }
}
