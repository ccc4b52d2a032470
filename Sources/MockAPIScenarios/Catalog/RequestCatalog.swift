public import MockAPIClient
public import MockAPICore

/// The typed requests that scenarios may send, by name.
///
/// One line registers a request type, another one the service that it goes to. A run puts a server in the place of every
/// registered service; a request to a host that is no service goes to that host.
///
/// ```swift
/// var catalog = RequestCatalog()
/// catalog.register(Service("github", baseURL: "https://api.github.com"))
/// catalog.register("github.repositories", RepositoriesParameters.self) { GithubAPI.repositories(name: $0.name) }
/// ```
public struct RequestCatalog: Sendable {
    private var entries: [String: CatalogEntry] = [:]
    private var plugins: [String: @Sendable () -> any ClientPlugin] = [:]
    /// The services that the requests name, with their real base URLs; a run replaces them.
    public private(set) var services = ServiceDirectory()

    /// Makes an empty catalog.
    public init() {}

    /// The names in their order.
    public var names: [String] { entries.keys.sorted() }

    /// Registers a request that is made of parameters; a name that is there already is replaced.
    ///
    /// `Parameters` is decoded from the `with` of a step, and a key that it never asks for is an error of the scenario
    /// file. The response is compared by its `Encodable` conformance where it has one, else by reflection of its
    /// stored properties.
    ///
    /// - Parameters:
    ///   - name: the name in scenario files.
    ///   - parameters: the type of the parameters.
    ///   - examples: parameters as `with` would have them, for `check --models`, which makes up parameters of its own; a
    ///     request whose whole URL is a parameter reaches no stub without one.
    ///   - make: makes the request.
    public mutating func register<Parameters: Decodable & Sendable, Request: APIRequest>(
        _ name: String, _ parameters: Parameters.Type, examples: [JSONValue] = [],
        _ make: @escaping @Sendable (Parameters) throws -> Request
    ) {
        let prepare: @Sendable (JSONValue) -> CatalogEntry.Preparation = { json in
            switch DecodedParameters(Parameters.self, from: json) {
            case .problems(let problems): return .problems(problems)
            case .parameters(let parameters):
                do {
                    return .call(CatalogCall(try make(parameters)))
                } catch {
                    return .problems([ParameterProblem(path: JSONPath(), message: "\(error)")])
                }
            }
        }
        entries[name] = CatalogEntry(
            name: name, examples: examples, parameters: { ShapeDecoder.shape(of: Parameters.self) },
            response: { ShapeDecoder.shape(of: Request.Response.self) }, model: "\(Request.Response.self)",
            prepare: prepare)
    }

    /// Registers a request that takes no parameters; a name that is there already is replaced.
    public mutating func register<Request: APIRequest>(
        _ name: String, _ make: @escaping @Sendable () throws -> Request
    ) {
        register(name, NoParameters.self) { _ in try make() }
    }

    /// Registers a service that requests name; one of this name that is there already is changed.
    public mutating func register(_ service: Service) { services.register(service) }

    /// Registers a plugin for the `plugins` of scenario files; one of this name that is there already is replaced.
    ///
    /// Each step makes its own.
    public mutating func register(plugin name: String, _ make: @escaping @Sendable () -> any ClientPlugin) {
        plugins[name] = make
    }

    /// The names of the plugins in their order.
    public var pluginNames: [String] { plugins.keys.sorted() }

    /// Makes a plugin of a name.
    func plugin(_ name: String) -> (any ClientPlugin)? { plugins[name]?() }

    /// The entry of a name.
    subscript(name: String) -> CatalogEntry? { entries[name] }
}

/// The parameters of a request that takes none.
private struct NoParameters: Decodable, Sendable {
    private enum CodingKeys: CodingKey {}

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
}

/// One request of a catalog.
struct CatalogEntry: Sendable {
    /// A call that can be sent, or what is wrong with its parameters.
    enum Preparation: Sendable {
        case call(CatalogCall)
        case problems([ParameterProblem])
    }

    /// The name in scenario files.
    let name: String
    /// Parameters that a user gave as examples.
    let examples: [JSONValue]
    /// What the parameters are decoded from.
    let parameters: @Sendable () -> TypeShape
    /// What the response is decoded from.
    let response: @Sendable () -> TypeShape
    /// The type of the response.
    let model: String
    /// Makes a call of parameters.
    let prepare: @Sendable (JSONValue) -> Preparation
}
