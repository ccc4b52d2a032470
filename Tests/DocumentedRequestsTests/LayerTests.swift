import Foundation
import MockAPIClient
import MockAPICore
import MockAPIScenarios
import Testing

@testable import DocumentedRequests

/// A transport that answers by a function.
private struct FunctionTransport: Transport {
    let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await respond(request) }
}

@Suite struct `The documented layers` {
    /// Sends a request to a server that answers a body, and returns what was sent beside what was decoded.
    private func send<Request: APIRequest>(
        _ request: Request, answer: String, status: HTTPStatus = 200, base: String? = nil
    ) async throws -> (model: Request.Response, sent: HTTPRequest) {
        let response = HTTPResponse(status, headers: ["Content-Type": "application/json"], body: HTTPBody(answer))
        var services = ServiceDirectory(DocumentedRequests.services)
        if let base { services.replaceAll(with: base) }
        let client = Client(
            ClientConfiguration(transport: FunctionTransport { _ in response }, services: services))
        let exchange = try await client.exchange(request)
        return (exchange.value, exchange.request)
    }

    @Test func `ask GitHub for repositories`() async throws {
        let answer = #"""
            [{"id":1296269,"name":"Hello-World","full_name":"octocat/Hello-World","private":false,
              "owner":{"login":"octocat","id":583231},"html_url":"https://github.com/octocat/Hello-World",
              "description":null,"fork":false,"language":null,"stargazers_count":80,"unknown":[1]}]
            """#
        let (repositories, sent) = try await send(GithubAPI.repositories(name: "octocat"), answer: answer)
        #expect(sent.method == .get)
        #expect(sent.url.absoluteString == "https://api.github.com/users/octocat/repos")
        #expect(sent.headers["Accept"] == "application/vnd.github.v3+json")
        #expect(repositories.map(\.name) == ["Hello-World"])
        #expect(repositories.first?.owner?.login == "octocat")
        #expect(repositories.first?.stargazersCount == 80)
        #expect(repositories.first?.description == nil)
    }

    @Test func `keep any user name one segment`() async throws {
        let (_, sent) = try await send(GithubAPI.repositories(name: "a/b ?#%2F"), answer: "[]")
        #expect(sent.url.absoluteString == "https://api.github.com/users/a%2Fb%20%3F%23%252F/repos")
    }

    @Test(arguments: GithubAPI.BuildConfiguration.allCases)
    func `have a base URL in every build`(configuration: GithubAPI.BuildConfiguration) {
        #expect(GithubAPI.service(for: configuration).baseURL == "https://api.github.com")
    }

    @Test func `ask Baidu for a user, a manager by POST, and a driver`() async throws {
        let person = #"{"id":1,"name":"Ann"}"#
        let (user, first) = try await send(BaiduRequest(User.self, path: .user), answer: person)
        #expect(user == User(id: 1, name: "Ann"))
        #expect(first.method == .get)
        #expect(first.url.absoluteString == "https://www.baidu.com/user")
        #expect(first.headers["Accept"] == "application/json")
        let (manager, second) = try await send(
            BaiduRequest(Manager.self, path: .manager, parameters: ["name": "Ann Lee"]), answer: person)
        #expect(manager == Manager(id: 1, name: "Ann"))
        #expect(second.method == .post)
        #expect(second.body.bytes == Array("name=Ann+Lee".utf8))
        let (driver, third) = try await send(BaiduRequest(Driver.self, path: .driver), answer: person)
        #expect(driver == Driver(id: 1, name: "Ann"))
        #expect(third.url.path == "/driver")
        #expect(third.headers["Accept-Language"] == "zh-CN")
    }

    @Test func `ask any URL, which goes where its service goes`() async throws {
        let person = #"{"id":1,"name":"Ann"}"#
        let request = NormalRequest(User.self, urlString: "https://www.baidu.com/user?a=b")
        #expect(try await send(request, answer: person).sent.url.absoluteString == "https://www.baidu.com/user?a=b")
        let (_, sent) = try await send(request, answer: person, base: "http://127.0.0.1:1")
        #expect(sent.url.absoluteString == "http://127.0.0.1:1/user?a=b")
        #expect(sent.headers["Host"] == "www.baidu.com")
        let other = NormalRequest(User.self, urlString: "http://other.example/user")
        #expect(
            try await send(other, answer: person, base: "http://127.0.0.1:1").sent.url.host == "other.example")
    }

    @Test func `ask for data, and have a sample of it in the bundle`() async throws {
        let (model, sent) = try await send(DataAPI.data, answer: #"{"title":"t","content":"c"}"#)
        #expect(model == DataModel(title: "t", content: "c"))
        #expect(sent.url.absoluteString == "http://localhost:3000/data")
        let stubbed = Client(
            ClientConfiguration(stubMode: .immediate, services: ServiceDirectory(DocumentedRequests.services)))
        #expect(try await stubbed.send(DataAPI.data) == DataModel(title: "sample", content: "from the bundle"))
        let status = await #expect(throws: APIError.self) {
            try await stubbed.send(DataAPI.data.sampled(status: 503))
        }
        #expect(status?.kind == .statusCode(503))
        #expect(try status?.decodeBody(DataModel.self).title == "sample")
        let failure = await #expect(throws: APIError.self) {
            try await stubbed.send(DataAPI.data.sampled(failure: .timedOut))
        }
        #expect(failure?.kind == .network(.timedOut))
    }

    @Test(
        arguments: [
            (#""areaID":"101010100","date":"20131016""#, 101_010_100, "20131016"),
            (#""areaID":101010100,"date":20131016"#, 101_010_100, "20131016"),
            (#""date":"20131016""#, 0, "20131016"), (#""areaID":null,"date":1"#, 0, "1"),
            (#""areaID":"","date":"""#, 0, ""),
        ])
    func `ask for the weather, numbers being texts at times`(fields: String, areaID: Int, date: String) async throws {
        let answer = """
            {"sk_info":{\(fields),"cityName":"北京","temp":"10℃","tempF":"50℉","wd":"东风","ws":"3级","sd":"87%",
             "time":"11:00","sm":"暂无实况"}}
            """
        let (weather, sent) = try await send(
            WeatherRequest(timestamp: 1_381_891_661_455), answer: answer, base: "http://weather.example/")
        #expect(sent.url.absoluteString == "http://weather.example/data/sk/101010100.html?_=1381891661455")
        #expect(weather.skinfo.areaID == areaID)
        #expect(weather.skinfo.date == date)
        #expect(weather.skinfo.cityName == "北京")
        #expect(weather.skinfo.ws == "3级")
    }

    @Test func `take the weather out of its envelope, and say what was a number`() async throws {
        let answer = """
            {"sk_info":{"areaID":1,"date":20131016,"cityName":"北京","temp":"","tempF":"","wd":"","ws":"","sd":"","time":"",
             "sm":""}}
            """
        let (weather, sent) = try await send(WeatherAPI.info(), answer: answer)
        #expect(sent.url.absoluteString == "http://www.weather.com.cn/data/sk/101010100.html")
        #expect(weather.date == "20131016")
        #expect(weather.$date?.path == "$.sk_info.date")
    }

    @Test func `know what Baidu answers instead of a model`() async {
        let answer = #"{"code":404,"message":"用户不存在"}"#
        let request = NormalRequest(User.self, urlString: "https://www.baidu.com/user")
        let error = await #expect(throws: APIError.self) { try await send(request, answer: answer, status: 404) }
        #expect(error?.model as? BaiduFailure == BaiduFailure(code: 404, message: "用户不存在"))
    }

    @Test func `say of weather in another shape where it differs`() async {
        let answer = #"{"sk_info":{"areaID":true,"cityName":"x"}}"#
        let error = await #expect(throws: APIError.self) { try await send(WeatherRequest(), answer: answer) }
        guard case .modelMismatch(let mismatch) = error?.kind else { return #expect(Bool(false)) }
        #expect(mismatch.path == "$.sk_info.areaID")
        #expect(mismatch.foundType == "boolean")
    }

    @Test func `send several files with text fields`() async throws {
        let request = WeatherUploadRequest(
            fields: ["b": "2", "a": "1"],
            files: [
                WeatherUploadRequest.File(
                    name: "f1", fileName: "图\".png", mimeType: "image/png", data: Data([0x89, 0, 0x0D, 0x0A])),
                WeatherUploadRequest.File(name: "f2", fileName: "b.txt", mimeType: "text/plain", data: Data()),
            ])
        let (reply, sent) = try await send(request, answer: #"{"count":2}"#)
        #expect(reply == ["count": 2])
        #expect(sent.method == .post)
        #expect(sent.url.absoluteString == "http://www.weather.com.cn/upload")
        let bytes = try #require(sent.body.bytes)
        let parts = try MultipartParser.parse(bytes, contentType: try #require(sent.headers["Content-Type"]))
        #expect(parts.map(\.name) == ["a", "b", "f1", "f2"])
        #expect(parts.map(\.fileName) == [nil, nil, "图\".png", "b.txt"])
        #expect(parts.map { $0.contentType?.essence } == [nil, nil, "image/png", "text/plain"])
        #expect(parts[2].content == [0x89, 0, 0x0D, 0x0A])
        #expect(try await send(request, answer: "").model == nil)
    }

    @Test func `are in the catalog by name`() {
        #expect(
            DocumentedRequests.catalog.names == [
                "baidu.driver", "baidu.manager", "baidu.user", "data.data", "github.repositories", "normal.user",
                "weather.info", "weather.tianqi", "weather.upload",
            ])
        #expect(DocumentedRequests.catalog.services.names == ["github", "baidu", "data", "weather"])
    }
}
