/// Finds the lines and columns of a text, quickly where places are asked for in order, and otherwise as well.
final class PlaceFinder: Sendable {
    private struct State {
        var last: LinePlace?
        var table: LineTable?
    }

    private let start: LinePlace?
    private let state: Locked<State>

    /// Makes a finder for a whole text.
    init() {
        start = nil
        state = Locked(State())
    }

    /// Makes a finder for the part of a text that begins at a place and is not long; other places are found as well.
    init(from start: LinePlace) {
        self.start = start
        state = Locked(State(last: start))
    }

    /// The place of a byte of the text, which has to be the same text each time.
    func location(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>, file: String) -> FileLocation {
        state.withLock { state in
            var place: LinePlace
            if let last = state.last, last.offset <= offset, state.table == nil || offset - last.offset < LineTable.step
            {
                place = last
            } else if let start, start.offset <= offset {
                place = start
            } else if state.last == nil {
                place = LinePlace(startOf: bytes)
            } else {
                let table = state.table ?? LineTable(bytes)
                state.table = table
                place = table.place(before: offset, in: bytes)
            }
            place.advance(to: offset, in: bytes)
            state.last = place
            return FileLocation(file: file, line: place.line, column: place.column)
        }
    }
}

/// The line and the column at every 4,096th byte of a text, from which any place is a short walk.
private struct LineTable: Sendable {
    static let step = 4096
    private var places: [LinePlace] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var place = LinePlace(startOf: bytes)
        while place.offset < bytes.count {
            places.append(place)
            place.advance(to: min(places.count * Self.step, bytes.count), in: bytes)
        }
    }

    func place(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> LinePlace {
        let block = min(max(offset, 0) / Self.step, places.count - 1)
        return block >= 0 ? places[block] : LinePlace(startOf: bytes)
    }
}
