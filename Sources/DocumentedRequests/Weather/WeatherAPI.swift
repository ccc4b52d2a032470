public import MockAPIClient

/// The Weather service, whose base URL can be set.
public enum WeatherAPI {
    /// The name of the service.
    public static let serviceName = "weather"

    /// The service at a base URL.
    public static func service(baseURL: String = "http://www.weather.com.cn") -> Service {
        Service(serviceName, baseURL: baseURL)
    }
}
