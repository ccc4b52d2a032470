public import Foundation

/// Foundation's JSON decoder, made anew for each body, so that no settings are shared between threads.
public struct JSONModelDecoder: ModelDecoder {
    private let configure: @Sendable (JSONDecoder) -> Void

    /// Makes a decoder; `configure` sets key and date strategies.
    public init(_ configure: @escaping @Sendable (JSONDecoder) -> Void = { _ in }) { self.configure = configure }

    /// Always true.
    public var readsJSON: Bool { true }

    /// Decodes one model.
    public func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model {
        let decoder = JSONDecoder()
        configure(decoder)
        return try decoder.decode(type, from: data)
    }
}
