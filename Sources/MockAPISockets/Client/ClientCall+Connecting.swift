import MockAPICore

extension ClientCall {
    /// How long an address may take where there is another one to try.
    private static let attemptTime = Duration.seconds(2)

    /// Gets a new connection and sends the request on it.
    func connect() {
        state = .connecting
        addresses = []
        nextAddress = 0
        connectFailures = []
        if let addresses = NameResolver.literals(request.origin) { return resolved(.success(addresses)) }
        NameResolver.shared.resolve(request.origin) { [self] result in
            loop.execute { self.resolved(result) }
        }
    }

    private func resolved(_ result: Result<[SocketAddress], TransportError>) {
        guard state == .connecting else { return }
        switch result {
        case .success(let addresses):
            self.addresses = addresses
            tryNextAddress()
        case .failure(let error): fail(error)
        }
    }

    private func tryNextAddress() {
        while nextAddress < addresses.count {
            let address = addresses[nextAddress]
            nextAddress += 1
            noteActivity()
            do {
                if try attempt(address) { return }
            } catch {
                connectFailures.append(TransportError(.other, "\(request.origin): \(error)"))
            }
        }
        fail(worstToldFirst() ?? TransportError(.dns, "the host \(request.origin.host) has no address"))
    }

    /// Begins to connect to an address; false where that failed at once.
    private func attempt(_ address: SocketAddress) throws(SocketError) -> Bool {
        _ = DescriptorLimit.raiseOnce
        let descriptor = try SocketCalls.makeSocket(address.family)
        let failure = SocketCalls.connect(descriptor, to: address)
        if let failure, failure != 0 {
            SocketCalls.close(descriptor)
            note(failure, address)
            return false
        }
        let connection: ClientConnection
        do {
            connection = try ClientConnection(descriptor, to: request.origin, on: loop, pool: pool, .write)
        } catch {
            SocketCalls.close(descriptor)
            throw error
        }
        connection.call = self
        self.connection = connection
        if failure == 0 {
            exchange(on: connection, isReused: false)
        } else if nextAddress < addresses.count {
            attemptTimer = loop.schedule(after: Self.attemptTime) { [unowned self] in
                attemptTimer = nil
                connectFailures.append(TransportError(.timedOut, "\(place(address)) does not answer"))
                dropAttempt()
            }
        }
        return true
    }

    /// Takes in that a connect has come to its end, or that the exchange can go on.
    func connectionIsReady(_ readiness: Readiness) {
        guard let connection else { return }
        switch state {
        case .connecting:
            let failure = SocketCalls.pendingError(connection.descriptor)
            attemptTimer?.cancel()
            attemptTimer = nil
            if failure == 0 {
                exchange(on: connection, isReused: false)
            } else {
                note(failure, addresses[nextAddress - 1])
                dropAttempt()
            }
        case .exchanging: exchangeIsReady(readiness)
        case .new, .ended: break
        }
    }

    private func dropAttempt() {
        connection?.close()
        connection = nil
        tryNextAddress()
    }

    private func note(_ failure: Int32, _ address: SocketAddress) {
        connectFailures.append(SocketCalls.transportError(failure, place(address)))
    }

    private func place(_ address: SocketAddress) -> String {
        let text = Authority(host: address.host ?? "?", port: request.origin.port).description
        return address.host == request.origin.host ? text : "\(request.origin.host) at \(text)"
    }

    /// Of the failures of several addresses, the one that says most about the server.
    private func worstToldFirst() -> TransportError? {
        let order: [TransportError.Reason] = [.refused, .reset, .timedOut, .unreachable]
        let first = order.lazy.compactMap { reason in self.connectFailures.first { $0.reason == reason } }.first
        guard var error = first ?? connectFailures.first else { return nil }
        error.message = connectFailures.map(\.message).joined(separator: "; ")
        return error
    }
}
