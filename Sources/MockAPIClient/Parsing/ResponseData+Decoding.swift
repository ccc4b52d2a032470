extension ResponseData {
    /// Decodes a model, and says of a body that does not fit why.
    ///
    /// An empty body, or one of blanks only, makes an optional `nil`. What the decoder accepts is a model, be the text
    /// not quite JSON (Foundation's decoder accepts a trailing comma). Only when decoding fails is the text read strictly
    /// (RFC 8259): then it is either no JSON, or JSON of another shape than the model.
    ///
    /// - Throws: `APIError` of kind `emptyBody`, `notJSON` or `modelMismatch`.
    public func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        if isBlank {
            if let optional = type as? any OptionalModel.Type, let none = optional.noValue as? Model { return none }
            throw error(.emptyBody)
        }
        do {
            return try decodeModel(type)
        } catch let error as APIError {
            throw error
        } catch {
            throw self.error(kind(of: error, decoding: type), cause: error)
        }
    }

    /// The whole body as the error object of a service; `nil` where it is none.
    func errorModel<Model: Decodable & Sendable>(_ type: Model.Type) -> (any Sendable)? {
        try? context.decoder.decode(type, from: data)
    }

    /// An error of this body.
    func error(_ kind: APIError.Kind, cause: (any Error)? = nil) -> APIError {
        APIError(kind, phase: .parsing, request: context.request, response: context.response, cause: cause)
    }

    /// An error of a body that is no JSON.
    func notJSON(_ error: JSONSyntaxError) -> APIError { self.error(notJSONKind(error), cause: error) }

    private func notJSONKind(_ error: JSONSyntaxError) -> APIError.Kind {
        let place = error.location(in: bytes)
        let hint = error.hint.map { "; \($0)" } ?? ""
        return .notJSON("line \(place.line), column \(place.column): \(error.message)\(hint)")
    }

    private func kind<Model: Decodable>(of error: any Error, decoding type: Model.Type) -> APIError.Kind {
        var document: JSONValue?
        if context.decoder.readsJSON {
            do throws(JSONSyntaxError) {
                document = try JSONValue(parsing: bytes)
            } catch {
                return notJSONKind(error)
            }
        }
        return .modelMismatch(MismatchFinder(document: document).mismatch(error, located: locate(type)))
    }

    /// Decodes the whole, or what the path leads to.
    private func decodeModel<Model: Decodable>(_ type: Model.Type) throws -> Model {
        guard let path = context.modelPath else { return try context.decoder.decode(type, from: data) }
        return try ModelAtPath<Model>.decode(by: context.decoder, from: data, at: path)
    }

    /// Decodes once more, for the place and the type that the first error may not tell.
    private func locate<Model: Decodable>(_ type: Model.Type) -> LocatedError? {
        do {
            if let path = context.modelPath {
                _ = try Located<ModelAtPath<Model>>.decode(by: context.decoder, from: data, at: path)
            } else {
                _ = try context.decoder.decode(Located<Model>.self, from: data)
            }
            return nil
        } catch {
            return error as? LocatedError
        }
    }
}

/// A type that can be absent.
protocol OptionalModel {
    static var noValue: Any { get }
}

extension Optional: OptionalModel {
    static var noValue: Any { Self.none as Any }
}
