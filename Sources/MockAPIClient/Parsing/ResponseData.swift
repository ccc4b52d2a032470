public import Foundation

/// A response body with what is needed to make sense of it.
public struct ResponseData: Sendable {
    /// What a body belongs to.
    public struct Context: Sendable {
        /// The request that was sent last, after plugins and redirects.
        public let request: HTTPRequest
        /// The response.
        public let response: HTTPResponse
        /// The decoder for models.
        public let decoder: any ModelDecoder
        /// Where in the body the model is; `nil` where it is the whole.
        public let modelPath: ModelPath?

        /// Makes a context.
        public init(
            request: HTTPRequest, response: HTTPResponse, decoder: any ModelDecoder, modelPath: ModelPath? = nil
        ) {
            self.request = request
            self.response = response
            self.decoder = decoder
            self.modelPath = modelPath
        }
    }

    /// The body.
    public let bytes: [UInt8]
    /// The `Content-Type`, where there is one that can be read.
    public let contentType: MediaType?
    /// Request, response and decoder.
    public let context: Context

    /// Makes data of a response whose content is at hand.
    public init(context: Context) {
        bytes = context.response.body.bytes ?? []
        contentType = context.response.headers["Content-Type"].flatMap { MediaType($0) }
        self.context = context
    }

    /// The body.
    public var data: Data { Data(bytes) }
}
