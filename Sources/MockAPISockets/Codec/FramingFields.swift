/// What the `Content-Length` and `Transfer-Encoding` lines of a section say together (RFC 9112, section 6.3).
struct FramingFields: Sendable {
    /// What `Content-Length` says: 1*DIGIT, equal repeats and equal lists accepted (RFC 9110, section 8.6).
    enum Length: Sendable, Hashable {
        case absent
        case value(Int)
        /// Digits, but more than a number here can hold.
        case huge
        case invalid
    }

    /// What `Transfer-Encoding` says, all lines taken together.
    enum Coding: Sendable, Hashable {
        case absent
        /// Chunked alone.
        case chunked
        /// Other codings, and chunked last.
        case unknownThenChunked
        /// Other codings only.
        case unknown
        /// Chunked is not last, or given more than once; or there is no coding at all.
        case invalid
    }

    private(set) var length = Length.absent
    private(set) var coding = Coding.absent

    /// Takes in one `Content-Length` line.
    mutating func addLength(_ base: UnsafePointer<UInt8>, _ value: Range<Int>) {
        ByteScan.forEachElement(base, value) { element in
            let parsed = Self.parseLength(base, element)
            length = length == .absent || length == parsed ? parsed : .invalid
        }
    }

    /// Takes in one `Transfer-Encoding` line; empty elements of the list are passed over (RFC 9110, section 5.6.1).
    mutating func addCoding(_ base: UnsafePointer<UInt8>, _ value: Range<Int>) {
        var isEmpty = true
        ByteScan.forEachElement(base, value) { element in
            if element.isEmpty { return }
            isEmpty = false
            let isChunked =
                ByteScan.token(base, element.lowerBound, element.upperBound) == element.upperBound
                && ByteScan.isName(base + element.lowerBound, element.count, "chunked")
            switch (coding, isChunked) {
            case (.absent, true): coding = .chunked
            case (.absent, false): coding = .unknown
            case (.unknown, true): coding = .unknownThenChunked
            case (.unknown, false): break
            case (.chunked, _), (.unknownThenChunked, _), (.invalid, _): coding = .invalid
            }
        }
        if isEmpty, coding == .absent { coding = .invalid }
    }

    private static func parseLength(_ base: UnsafePointer<UInt8>, _ digits: Range<Int>) -> Length {
        if digits.isEmpty { return .invalid }
        var number = 0
        var isHuge = false
        for index in digits {
            let digit = base[index] &- 0x30
            guard digit < 10 else { return .invalid }
            let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(Int(digit))
            if overflow || carry { isHuge = true }
            number = isHuge ? 0 : sum
        }
        return isHuge ? .huge : .value(number)
    }
}
