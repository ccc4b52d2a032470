/// The request target of a request line, as places in the bytes that it was read from (RFC 9112, section 3.2).
///
/// Nothing is decoded: the path and the query stay as they were sent, and are split before they are decoded.
public struct RequestTarget: Hashable, Sendable {
    /// The four forms.
    public enum Form: Sendable, Hashable {
        /// `/path?query`
        case origin
        /// `http://host/path?query`
        case absolute
        /// `host:port`, for CONNECT only.
        case authority
        /// `*`, for OPTIONS only.
        case asterisk
    }

    /// The form.
    public var form: Form
    /// The whole target.
    public var whole: Range<Int>
    /// `host:port` in the absolute and authority forms.
    public var authority: Range<Int>?
    /// The path; empty in the authority form and where an absolute form has none (it then means `/`).
    public var path: Range<Int>
    /// What follows the first `?`, without it.
    public var query: Range<Int>?

    /// Reads a target; `nil` where it fits none of the forms that the method allows.
    ///
    /// Control bytes, blanks and bytes above ASCII are for the caller to refuse. A fragment is not part of a target;
    /// a `#` is kept as it is.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>, in whole: Range<Int>, isConnect: Bool, isOptions: Bool) {
        guard let first = whole.first else { return nil }
        self.whole = whole
        if isConnect {
            guard bytes[first] != UInt8(ascii: "/"), bytes[first] != UInt8(ascii: "*") else { return nil }
            form = .authority
            authority = whole
            path = whole.upperBound..<whole.upperBound
            return
        }
        if bytes[first] == UInt8(ascii: "/") {
            form = .origin
            (path, query) = Self.split(bytes, whole)
            return
        }
        if bytes[first] == UInt8(ascii: "*") {
            guard whole.count == 1, isOptions else { return nil }
            form = .asterisk
            path = whole
            return
        }
        var start = first
        while start < whole.upperBound, bytes[start] != UInt8(ascii: ":") {
            let byte = HTTPToken.lowercased(bytes[start])
            let isSchemeByte =
                0x61...0x7A ~= byte || (start > first && (0x30...0x39 ~= byte || "+-.".utf8.contains(byte)))
            guard isSchemeByte else { return nil }
            start += 1
        }
        guard start > first, start + 2 < whole.upperBound, bytes[start + 1] == UInt8(ascii: "/"),
            bytes[start + 2] == UInt8(ascii: "/")
        else { return nil }
        start += 3
        var end = start
        while end < whole.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { end += 1 }
        guard end > start else { return nil }
        form = .absolute
        authority = start..<end
        (path, query) = Self.split(bytes, end..<whole.upperBound)
    }

    /// Takes a path with or without a query, which starts with `/`, for a target in origin form.
    package init(originForm bytes: [UInt8], in whole: Range<Int>) {
        self.whole = whole
        form = .origin
        (path, query) = bytes.withUnsafeBufferPointer { Self.split($0, whole) }
    }

    private static func split(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> (Range<Int>, Range<Int>?) {
        var mark = range.lowerBound
        while mark < range.upperBound, bytes[mark] != UInt8(ascii: "?") { mark += 1 }
        return (range.lowerBound..<mark, mark < range.upperBound ? mark + 1..<range.upperBound : nil)
    }
}
