public import MockAPIClient

/// The host of the Baidu requests, and the headers that they share, in one place.
public enum BaiduAPI {
    /// The paths below the host.
    public enum Path: String, Sendable, Hashable, CaseIterable {
        /// The user that is signed in.
        case user = "/user"
        /// The user's manager; asked for by POST.
        case manager = "/manager"
        /// The user's driver.
        case driver = "/driver"

        /// The method that the path is asked by.
        public var method: HTTPMethod { self == .manager ? .post : .get }
    }

    /// The service: its host and the headers of every request to it.
    public static let service = Service(
        "baidu", baseURL: "https://www.baidu.com",
        headers: ["Accept": "application/json", "Accept-Language": "zh-CN"])
}
