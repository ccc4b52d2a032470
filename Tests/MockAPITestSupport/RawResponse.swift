/// A response as it stood on the wire, read by a parser of its own so that tests do not check the codec by itself.
public struct RawResponse: Sendable, CustomStringConvertible {
    /// The whole header section, from the status line to the empty line.
    public var head: String
    /// The status code.
    public var status: Int
    /// The field lines in order, names as they were sent.
    public var fields: [(name: String, value: String)]
    /// The content, without its chunks.
    public var body: [UInt8]
    /// The interim responses (1xx) before this one.
    public var interim: [Int] = []

    /// The content as a text.
    public var text: String { String(decoding: body, as: UTF8.self) }
    /// The text shown to people.
    public var description: String { head + text }

    /// The values of all lines of this name, in order.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The value of the only line of this name; `nil` where there is none or more than one.
    public func value(of name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 ? values[0] : nil
    }

    /// Reads a header section; `nil` if it is none.
    init?(head: [UInt8]) {
        self.head = String(decoding: head, as: UTF8.self)
        var lines = self.head.split(separator: "\r\n", omittingEmptySubsequences: true)
        guard !lines.isEmpty else { return nil }
        let statusLine = lines.removeFirst().split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard statusLine.count >= 2, statusLine[0].hasPrefix("HTTP/1."), let status = Int(statusLine[1]) else {
            return nil
        }
        self.status = status
        fields = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            var value = line[line.index(after: colon)...]
            while value.first == " " || value.first == "\t" { value.removeFirst() }
            while value.last == " " || value.last == "\t" { value.removeLast() }
            fields.append((String(line[..<colon]), String(value)))
        }
        body = []
    }
}
