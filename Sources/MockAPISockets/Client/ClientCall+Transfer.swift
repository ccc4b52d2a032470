import MockAPICore

extension ClientCall {
    /// Tells how much of the content is with the system.
    func tellSent() {
        guard let onSent = transfer?.onSent, case .length(let length) = request.framing else { return }
        let count = min(length, max(0, sentCount - request.head.count))
        if count > 0 { onSent(TransferProgress(count: count, total: length)) }
    }

    /// Takes in what the parser has of the content: tells of it, and hands it on to the file, if one is wanted.
    func takeContent(_ head: HTTPResponse, _ content: [UInt8]?) {
        guard let transfer, ContentDecoding.codings(of: head.headers).isEmpty else { return }
        if !isFileChosen {
            isFileChosen = true
            if let path = transfer.file?(head) {
                let sink = DownloadSink(path: path, loop: loop)
                sink.onRoom = { [weak self] in self?.resumeReading() }
                self.sink = sink
            }
        }
        if let sink {
            let bytes = content ?? parser.takeContent()
            contentCount += bytes.count
            sink.append(bytes)
            if sink.isFull { connection?.watch(output.isEmpty ? [] : .write) }
        } else {
            contentCount = content?.count ?? parser.contentCount
        }
        let length = head.headers["Content-Length"].flatMap { Int($0) }
        if contentCount > 0 { transfer.onReceived?(TransferProgress(count: contentCount, total: length)) }
    }

    private func resumeReading() {
        guard state == .exchanging, !isEnding else { return }
        noteActivity()
        connection?.watch(output.isEmpty ? .read : [.read, .write])
    }

    /// Ends the call with a response when its file, if there is one, is written.
    func finish(_ response: HTTPResponse, keepAlive: Bool) {
        takeContent(response, response.body.bytes ?? [])
        guard let sink else { return succeed(response, keepAlive: keepAlive) }
        isEnding = true
        connection?.watch([])
        guard let path = transfer?.file?(response) else { return succeed(response, keepAlive: keepAlive) }
        sink.end { [self] result in
            switch result {
            case .success(let length):
                var response = response
                response.body = HTTPBody(.file(path: path, length: length))
                succeed(response, keepAlive: keepAlive)
            case .failure(let error): fail(error)
            }
        }
    }
}
