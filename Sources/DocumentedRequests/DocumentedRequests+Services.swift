public import MockAPIClient

extension DocumentedRequests {
    /// The services of the requests, at their real places.
    public static var services: [Service] {
        [GithubAPI.service(), BaiduAPI.service, DataAPI.service, WeatherAPI.service()]
    }
}
