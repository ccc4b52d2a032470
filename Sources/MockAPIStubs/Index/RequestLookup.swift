import MockAPICore
import MockAPIMatching

/// One request while the stub for it is looked up; what patterns look at is decoded only when one does.
///
/// It is lent to the look-up and refers to the request where it is, so that nothing is copied for most requests.
struct RequestLookup: ~Copyable {
    let method: MethodCode
    private let place: UnsafePointer<ReceivedRequest>
    private var cachedSubject: MatchSubject?
    private let isHasty: Bool

    private init(_ place: UnsafePointer<ReceivedRequest>, _ subject: MatchSubject?, isHasty: Bool) {
        self.place = place
        self.isHasty = isHasty
        cachedSubject = subject
        let methodRange = place.pointee.methodRange
        method = place.pointee.head.withUnsafeBufferPointer {
            MethodCode(UnsafeBufferPointer(rebasing: $0[methodRange]))
        }
    }

    /// Lends a request to a look-up.
    ///
    /// `subject` is what patterns look at, where that is there already. A look-up in haste may be cut short.
    static func with<Result>(
        _ request: borrowing ReceivedRequest, subject: MatchSubject? = nil, isHasty: Bool = false,
        _ body: (inout RequestLookup) -> Result
    ) -> Result {
        withUnsafePointer(to: request) { place in
            var lookup = RequestLookup(place, subject, isHasty: isHasty)
            return body(&lookup)
        }
    }

    /// What patterns look at.
    var subject: MatchSubject {
        mutating get {
            if let cachedSubject { return cachedSubject }
            let subject = MatchSubject(place.pointee, isHasty: isHasty)
            cachedSubject = subject
            return subject
        }
    }

    /// Whether what was found is void, since there was no time for a regular expression.
    var isCutShort: Bool { cachedSubject?.isCutShort ?? false }

    /// The JSON of the body, if it was read.
    var jsonAtHand: Result<JSONValue, JSONSyntaxError>? { cachedSubject?.jsonAtHand }

    /// Calls with the bytes of the path in its normal form; those that came, where there is no escape.
    mutating func withPath<Result>(_ body: (inout RequestLookup, UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let place = place
        let range = place.pointee.target.path
        if !range.isEmpty {
            let result: Result? = place.pointee.head.withUnsafeBufferPointer { head in
                let path = UnsafeBufferPointer(rebasing: head[range])
                return path.contains(UInt8(ascii: "%")) ? nil : body(&self, path)
            }
            if let result { return result }
        }
        return subject.normalizedPath.withUnsafeBufferPointer { body(&self, $0) }
    }
}

// MARK: - Keys

extension RequestLookup {
    /// Takes the hash of a value, and for queries and headers the value, which is only lent.
    typealias KeyReader = (inout RequestLookup, UInt64, UnsafeBufferPointer<UInt8>?) -> Void

    /// Calls with each value that the request has there.
    mutating func forEachKey(of discriminator: Discriminator, _ body: KeyReader) {
        let place = place
        switch discriminator {
        case .method: body(&self, ByteHash.hash(place.pointee.head[place.pointee.methodRange]), nil)
        case .segment(let index):
            let segments = subject.normalizedPath.split(
                separator: UInt8(ascii: "/"), maxSplits: index + 1, omittingEmptySubsequences: false)
            if index < segments.count { body(&self, ByteHash.hash(PercentCoding.decode(segments[index])), nil) }
        case .query:
            guard let query = place.pointee.target.query else { return body(&self, Discriminator.noQuery, nil) }
            let bytes = place.pointee.head[query]
            let isNormal = !bytes.contains(UInt8(ascii: "%"))
            body(&self, isNormal ? ByteHash.hash(bytes) : ByteHash.hash(EncodedText.normalize(bytes)), nil)
        case .queryValue(let name): forEachQueryKey(name, body)
        case .header(let name): forEachHeaderKey(name, body)
        case .cookie(let name): for value in subject.cookieValues(name) { body(&self, ByteHash.hash(value), nil) }
        case .host: if let host = subject.authority?.host { body(&self, ByteHash.hash(host), nil) }
        case .formValue(let name): for value in subject.formValues(name) { body(&self, ByteHash.hash(value), nil) }
        case .bodyBytes: body(&self, ByteHash.hash(place.pointee.body), nil)
        case .bodyField(let path):
            guard !place.pointee.body.isEmpty, case .success(let value) = subject.body.json else { return }
            value.forEachFieldKey(at: path[...]) { body(&self, $0, nil) }
        case .bodyJSON:
            guard !place.pointee.body.isEmpty, case .success(let value) = subject.body.json else { return }
            body(&self, value.indexKey, nil)
        }
    }

    /// The values that the request has there as texts, as `keyText` makes them of stubs.
    mutating func values(of discriminator: Discriminator) -> [[UInt8]] {
        let place = place
        switch discriminator {
        case .method: return [Array(place.pointee.head[place.pointee.methodRange])]
        case .segment(let index):
            let segments = place.pointee.pathSegments
            return index > 0 && index <= segments.count ? [Array(segments[index - 1].utf8)] : []
        case .query: return place.pointee.target.query.map { [EncodedText.normalize(place.pointee.head[$0])] } ?? []
        case .queryValue(let name): return subject.queryValues(name).map { Array($0.utf8) }
        case .header(let name): return subject.headerValues(name).map { Array($0.utf8) }
        case .cookie(let name): return subject.cookieValues(name).map { Array($0.utf8) }
        case .host: return subject.authority.map { [Array($0.host.utf8)] } ?? []
        case .formValue(let name): return subject.formValues(name).map { Array($0.utf8) }
        case .bodyBytes: return place.pointee.body.isEmpty ? [] : [place.pointee.body]
        case .bodyField(let path):
            guard !place.pointee.body.isEmpty, case .success(let value) = subject.body.json else { return [] }
            return value.scalar(at: path[...]).map { [Array($0.scalarText.utf8)] } ?? []
        case .bodyJSON: return []
        }
    }

    private mutating func forEachQueryKey(_ name: String, _ body: KeyReader) {
        let place = place
        guard let query = place.pointee.target.query else { return }
        var name = name
        name.withUTF8 { name in
            place.pointee.head.withUnsafeBufferPointer { head in
                QueryPair.forEachPiece(of: UnsafeBufferPointer(rebasing: head[query])) { piece in
                    if piece.isNamed(name) { piece.withValue { body(&self, ByteHash.hash($0), $0) } }
                    return true
                }
            }
        }
    }

    private mutating func forEachHeaderKey(_ name: String, _ body: KeyReader) {
        let place = place
        var name = name
        name.withUTF8 { name in
            place.pointee.head.withUnsafeBufferPointer { head in
                place.pointee.fields.withUnsafeBufferPointer { fields in
                    for field in fields where field.name.count == name.count {
                        let start = Int(field.name.lowerBound)
                        guard name.indices.allSatisfy({ HTTPToken.lowercased(head[start + $0]) == name[$0] }) else {
                            continue
                        }
                        let value = UnsafeBufferPointer(
                            rebasing: head[Int(field.value.lowerBound)..<Int(field.value.upperBound)])
                        // What is no UTF-8 is read as Latin-1.
                        if value.allSatisfy({ $0 < 0x80 }) {
                            body(&self, ByteHash.hash(value), value)
                        } else {
                            var text = ReceivedRequest.text(value)
                            text.withUTF8 { body(&self, ByteHash.hash($0), $0) }
                        }
                    }
                }
            }
        }
    }
}

/// A method as a small number, so that most stubs of another method are passed over at once.
struct MethodCode: Sendable, Equatable {
    private let code: UInt8

    /// Any method will do.
    static let any = MethodCode(code: 0)
    /// Which methods will do is for the pattern to say.
    static let other = MethodCode(code: 1)

    private init(code: UInt8) { self.code = code }

    /// The code of a request's method.
    init(_ method: UnsafeBufferPointer<UInt8>) {
        // The first letter and the length tell the common methods apart, but for a check of the whole.
        let word: StaticString
        switch (method.count, method.first) {
        case (3, UInt8(ascii: "G")): word = "GET"
        case (4, UInt8(ascii: "H")): word = "HEAD"
        case (4, UInt8(ascii: "P")): word = "POST"
        case (3, UInt8(ascii: "P")): word = "PUT"
        case (5, UInt8(ascii: "P")): word = "PATCH"
        case (6, UInt8(ascii: "D")): word = "DELETE"
        case (7, UInt8(ascii: "O")): word = "OPTIONS"
        default:
            self = .other
            return
        }
        let start = word.utf8Start
        let isSame = method.indices.allSatisfy { method[$0] == start[$0] }
        self = isSame ? MethodCode(code: UInt8(method.count) << 4 | start[0] & 15) : .other
    }

    /// The code of a pattern.
    init(_ pattern: MethodPattern) {
        switch pattern {
        case .any: self = .any
        case .one(let method):
            var text = method.rawValue
            self = text.withUTF8 { MethodCode($0) }
        case .oneOf, .noneOf: self = .other
        }
    }

    /// Whether a stub with this code has to be looked at; where both are common methods, the answer is final.
    @inline(__always)
    func mayMatch(_ request: MethodCode) -> Bool { self == request || self == .any || self == .other }

    /// Whether `mayMatch` is all there is to ask.
    var isFinal: Bool { self != .other }
}
