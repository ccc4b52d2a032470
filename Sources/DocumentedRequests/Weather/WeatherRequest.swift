import Foundation
public import MockAPIClient

/// Asks for the weather of Beijing now.
public struct WeatherRequest: APIRequest {
    /// The weather in its envelope.
    public typealias Response = WeatherEnvelope

    /// A number that keeps caches from answering: the milliseconds since 1970, sent as `_`.
    public var timestamp: Int

    /// Makes a request; without `timestamp`, the time is now.
    public init(timestamp: Int? = nil) {
        self.timestamp = timestamp ?? Int(Date().timeIntervalSince1970 * 1000)
    }

    /// The Weather service.
    public var base: BaseURL { Router.base }
    /// The path of Beijing.
    public var path: String { Router.tianqi.rawValue }
    /// The number against caches.
    public var parameters: Parameters { ["_": .integer(timestamp)] }
}
