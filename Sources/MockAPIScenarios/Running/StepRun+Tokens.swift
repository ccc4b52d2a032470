import MockAPIClient
import MockAPICore

extension StepRun {
    /// The plugin for an access token, which gets a new one if the settings say how.
    ///
    /// `configuration` is the client's, without plugins: what asks for a token has none.
    func accessToken(_ token: String, _ configuration: ClientConfiguration) -> AccessToken {
        guard let refresh = settings.refresh else { return AccessToken(token) }
        let memory = memory
        return AccessToken(
            token: { memory.current(token) },
            refresh: { invalid in
                let call = try plainCall(refresh.request)
                let response = try await Client(configuration).exchange(call).response
                guard 200..<300 ~= response.status.code, let bytes = response.body.bytes,
                    let body = try? JSONValue(parsing: bytes), case .string(let new)? = refresh.token.value(in: body)
                else { return nil }
                memory.renew(invalid, with: new)
                return new
            })
    }
}
