/// What the Weather service wraps its answer in.
public struct WeatherEnvelope: Codable, Hashable, Sendable {
    /// The weather.
    public var skinfo: WeatherInfo

    private enum CodingKeys: String, CodingKey {
        case skinfo = "sk_info"
    }

    /// Makes an envelope.
    public init(skinfo: WeatherInfo) { self.skinfo = skinfo }
}
