import Foundation
import MockAPIClient
public import MockAPICore

/// What a catalog has, for people and programs: services, requests, what they take and what they give.
public struct CatalogListing: Sendable {
    /// One request.
    public struct Request: Sendable {
        /// The name in scenario files.
        public var name: String
        /// The method, the path with parameters in braces, and the service or base URL; `nil` where no request could be
        /// built of made-up parameters.
        var route: Route?
        var parameters: [TypeShape.Place]
        /// The Swift type of the response.
        var model: String
        /// The response in words of JSON.
        var type: String
        /// Where in the body the response is; `nil` where it is the whole.
        var modelPath: String?
        /// The Swift type of errors, if the request has one.
        var errorModel: String?
        var fields: [TypeShape.Place]
    }

    /// Where a request goes.
    struct Route: Sendable {
        var method: String
        var path: String
        /// `nil` for a request to an absolute URL.
        var service: String?
    }

    /// The requests in the order of their names.
    public var requests: [Request]
    private let services: [Service]
    private let plugins: [String]

    /// Lists a catalog.
    public init(_ catalog: RequestCatalog) {
        services = catalog.services.names.compactMap { catalog.services[$0] }
        plugins = catalog.pluginNames
        requests = catalog.names.compactMap { catalog[$0] }.map { Self.request($0, catalog.services) }
    }

    private static func request(_ entry: CatalogEntry, _ services: ServiceDirectory) -> Request {
        let shape = entry.response()
        let example = StubReach(entry, services: services).example
        return Request(
            name: entry.name, route: example.map { route($0.call, $0.request, $0.markers) },
            parameters: entry.parameters().places, model: entry.model, type: shape.typeText,
            modelPath: example?.call.request.modelPath?.description,
            errorModel: example?.call.request.errorModel.map { "\($0)" }, fields: shape.places)
    }

    private static func route(
        _ call: CatalogCall, _ request: HTTPRequest, _ markers: [ParameterSample.Marker]
    ) -> Route {
        func named(_ text: String) -> String {
            markers.reduce(text) { $0.replacing($1.text, with: "{\($1.path)}") }
        }
        switch call.request.base {
        case .service(let name):
            return Route(method: request.method.rawValue, path: named(request.target), service: name)
        case .url: return Route(method: request.method.rawValue, path: named(request.url.absoluteString), service: nil)
        }
    }
}

extension CatalogListing {
    /// A paragraph for each request, ending with a line break.
    public var text: String {
        let services = services.map { "  \($0.name): \($0.baseURL)" }
        let plugins = plugins.map { "  \($0)" }
        let paragraphs =
            [services.isEmpty ? [] : ["services"] + services, plugins.isEmpty ? [] : ["plugins"] + plugins]
            + requests.map(Self.lines)
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private static func lines(_ request: Request) -> [String] {
        var lines = [request.name + (request.route.map { ": \($0.method) \($0.path)" } ?? "")]
        if let service = request.route?.service { lines[0] += " of \(service)" }
        lines += request.parameters.map { "  with \($0.path): \($0.type)\($0.isOptional ? ", optional" : "")" }
        let place = request.modelPath.map { " at \($0)" } ?? ""
        let type = request.type == request.model ? request.model : "\(request.model), \(request.type)"
        lines.append("  gives \(type)\(place)")
        lines += request.fields.map { "    \($0.path): \($0.type)\($0.isOptional ? ", optional" : "")" }
        if let error = request.errorModel { lines.append("  errors are \(error)") }
        return lines
    }

    /// The list for programs.
    ///
    /// `{ "version": 1, "services": [ { "name", "baseURL" } ], "plugins": [ name ], "requests": [ { "name", "method", "path",
    /// "service", "parameters": [ { "name", "type", "required" } ], "response": { "model", "type", "path", "errorModel",
    /// "fields": [ { "name", "type", "optional" } ] } } ] }`; what is not known is left out.
    public var json: JSONValue {
        [
            "version": 1,
            "services": .array(services.map { ["name": .string($0.name), "baseURL": .string($0.baseURL)] }),
            "plugins": .array(plugins.map { .string($0) }),
            "requests": .array(requests.map(Self.json)),
        ]
    }

    private static func json(_ request: Request) -> JSONValue {
        var object: JSONObject = ["name": .string(request.name)]
        if let route = request.route {
            object.append("method", .string(route.method))
            object.append("path", .string(route.path))
            if let service = route.service { object.append("service", .string(service)) }
        }
        object.append(
            "parameters",
            .array(
                request.parameters.map {
                    ["name": .string($0.path), "type": .string($0.type), "required": .bool(!$0.isOptional)]
                }))
        var response: JSONObject = ["model": .string(request.model), "type": .string(request.type)]
        if let path = request.modelPath { response.append("path", .string(path)) }
        if let error = request.errorModel { response.append("errorModel", .string(error)) }
        response.append(
            "fields",
            .array(
                request.fields.map {
                    ["name": .string($0.path), "type": .string($0.type), "optional": .bool($0.isOptional)]
                }))
        object.append("response", .object(response))
        return .object(object)
    }
}
