public import MockAPIClient

/// The Weather service, whose base URL can be set.
public enum WeatherAPI {
    /// The name of the service.
    public static let serviceName = "weather"

    /// The service at a base URL.
    public static func service(baseURL: String = "http://www.weather.com.cn") -> Service {
        Service(serviceName, baseURL: baseURL)
    }

    /// The weather of Beijing now, taken out of its envelope.
    public static func info() -> RouteRequest<Router, WeatherInfo> {
        Router.tianqi.request(WeatherInfo.self, modelPath: "sk_info")
    }
}
