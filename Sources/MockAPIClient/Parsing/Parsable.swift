/// A type that makes itself of a response body.
///
/// `Decodable` types need nothing more than the conformance; a model in another format implements `parse(_:)`:
///
///     extension Position: Parsable {
///         static func parse(_ data: ResponseData) throws -> Position { try Position(wire: data.bytes) }
///     }
public protocol Parsable: Sendable {
    /// Makes a value of a body whose status is accepted.
    ///
    /// An `APIError` thrown here reaches the caller as it is; any other error becomes the cause of a `modelMismatch`.
    static func parse(_ data: ResponseData) throws -> Self
}

extension Parsable where Self: Decodable {
    /// Decodes the model.
    public static func parse(_ data: ResponseData) throws -> Self { try data.decode(Self.self) }
}
