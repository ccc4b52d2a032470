public import MockAPIClient

/// The targets of the Data service, one case for each.
public enum DataAPI: Sendable, Hashable, CaseIterable {
    /// A title and a text.
    case data

    /// The service.
    public static let service = Service("data", baseURL: "http://localhost:3000")
}

extension DataAPI: APIRequest {
    /// A title and a text.
    public typealias Response = DataModel

    /// The Data service.
    public var base: BaseURL { .service(Self.service.name) }

    /// The target's path.
    public var path: String {
        switch self {
        case .data: "/data"
        }
    }
}

extension DataAPI: SampleProviding {
    /// The target's sample, from a JSON file of the bundle.
    ///
    /// `sampled(status:)` and `sampled(failure:)` choose another status, or an error.
    public var sample: SampleAnswer {
        get throws {
            switch self {
            case .data: try .file(Samples.url("data.json"))
            }
        }
    }
}
