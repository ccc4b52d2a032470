import MockAPIClient
public import MockAPIScenarios

/// The request types of four documented networking layers, each used as its article uses it.
public enum DocumentedRequests {
    /// The requests by the names of scenario files, and their services at their real places.
    public static var catalog: RequestCatalog {
        var catalog = RequestCatalog()
        for service in services { catalog.register(service) }

        catalog.register(plugin: "retry") { Retry(firstDelay: .milliseconds(100)) }

        catalog.register("github.repositories", RepositoriesParameters.self) { GithubAPI.repositories(name: $0.name) }
        catalog.register("baidu.user") { BaiduRequest(User.self, path: .user) }
        catalog.register("baidu.manager") { BaiduRequest(Manager.self, path: .manager) }
        catalog.register("baidu.driver") { BaiduRequest(Driver.self, path: .driver) }
        catalog.register("normal.user", URLParameters.self, examples: [["url": "https://www.baidu.com/user"]]) {
            NormalRequest(User.self, urlString: $0.url)
        }
        catalog.register("data.data", SampleParameters.self) { try $0.request(DataAPI.data) }
        catalog.register("weather.tianqi", WeatherParameters.self) { WeatherRequest(timestamp: $0.timestamp) }
        catalog.register("weather.info") { WeatherAPI.info() }
        catalog.register("weather.upload", UploadParameters.self) { try $0.request() }
        return catalog
    }
}
