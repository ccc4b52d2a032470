package import MockAPICore

/// The memory of a request that is over, for the next one of the same loop to be read into.
///
/// Memory that anybody else still has a hold on is left to them.
package struct RequestStorage: Sendable {
    private var head: [UInt8] = []
    private var fields: [ReceivedRequest.FieldPlace] = []

    /// Larger memory is not kept.
    private static let mostHead = 4 << 10
    private static let mostFields = 64

    package init() {}

    /// Keeps the memory of a request.
    package mutating func keep(_ request: consuming ReceivedRequest) {
        guard request.head.count <= Self.mostHead, request.fields.count <= Self.mostFields else { return }
        head = request.head
        fields = request.fields
    }

    /// Hands over an empty array with room for a head, if there is one.
    mutating func takeHead() -> [UInt8] { Self.take(&head) }

    /// Hands over an empty array with room for field lines, if there is one.
    mutating func takeFields() -> [ReceivedRequest.FieldPlace] { Self.take(&fields) }

    private static func take<Element>(_ kept: inout [Element]) -> [Element] {
        var taken: [Element] = []
        swap(&taken, &kept)
        taken.removeAll(keepingCapacity: true)
        return taken
    }
}
