/// The status codes that are no error.
public struct AcceptedStatus: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The codes, in ascending ranges or in any other order.
    public var ranges: [Range<Int>]

    /// Accepts the codes of one range.
    public init(_ range: Range<Int>) { ranges = [range] }

    /// Accepts the codes of several ranges.
    public init(ranges: [Range<Int>]) { self.ranges = ranges }

    /// Accepts single codes.
    public init(arrayLiteral elements: Int...) { ranges = elements.map { $0..<$0 + 1 } }

    /// 200 to 299.
    public static let success = AcceptedStatus(200..<300)
    /// Any code: the status is left to `parse(_:)`.
    public static let any = AcceptedStatus(0..<1000)

    /// Whether a code is accepted.
    public func contains(_ status: HTTPStatus) -> Bool { ranges.contains { $0.contains(status.code) } }
}
