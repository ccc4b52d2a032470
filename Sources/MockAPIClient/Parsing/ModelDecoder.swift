public import Foundation

/// A decoder of models, such as `JSONDecoder`.
public protocol ModelDecoder: Sendable {
    /// Whether the decoder reads JSON, so that a body that is none can be told from one that has another shape.
    var readsJSON: Bool { get }

    /// Decodes one model.
    func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model
}

extension JSONDecoder: ModelDecoder {
    /// Always true.
    public var readsJSON: Bool { true }
}

extension PropertyListDecoder: ModelDecoder {
    /// Always false.
    public var readsJSON: Bool { false }
}
