extension ResponseData {
    /// Decodes a model, and says of a body that does not fit why.
    ///
    /// - Throws: `APIError` of kind `emptyBody`, `notJSON` or `modelMismatch`.
    public func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        try context.decoder.decode(type, from: data)
    }
}
