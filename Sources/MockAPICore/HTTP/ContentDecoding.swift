/// Undoes the codings of `Content-Encoding` that need nothing but this package (RFC 9110, section 8.4).
public enum ContentDecoding {
    /// What is wrong with coded content.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong, in one line without a full stop.
        public var message: String
        /// Whether the content only ended too early.
        public var isTruncated = false

        /// The text shown to people.
        public var description: String { message }
    }

    /// The codings that a response names, in the order in which they were applied, `identity` left out.
    public static func codings(of fields: HTTPFields) -> [String] {
        fields[values: "Content-Encoding"].flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Whether all of these codings can be undone: `gzip`, `x-gzip` and `deflate`.
    public static func knows(_ codings: [String]) -> Bool {
        codings.allSatisfy { ["gzip", "x-gzip", "deflate"].contains($0) }
    }

    /// Undoes codings, the last one first.
    ///
    /// `deflate` is the zlib format, as the RFC has it, or bare deflate data, as some servers send it.
    ///
    /// - Parameter limit: the most bytes that may come of it.
    public static func decode(_ bytes: [UInt8], codings: [String], limit: Int) throws(Problem) -> [UInt8] {
        var bytes = bytes
        for coding in codings.reversed() {
            switch coding {
            case "gzip", "x-gzip": bytes = try gunzip(bytes, limit: limit)
            case "deflate": bytes = try deflated(bytes, limit: limit)
            default: throw Problem(message: "the content coding \"\(coding)\" is not known")
            }
        }
        return bytes
    }

    /// Undoes gzip, all members of it, and checks their sums (RFC 1952).
    private static func gunzip(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        repeat {
            index = try gzipContent(bytes, from: index)
            let start = output.count
            index = try inflate(bytes, from: index, into: &output, limit: limit)
            guard index + 8 <= bytes.count else {
                throw Problem(message: "the gzip content ends before its check sum", isTruncated: true)
            }
            let sum = Checksum.crc32(output[start...])
            guard littleEndian(bytes, index) == sum,
                littleEndian(bytes, index + 4) == UInt32(truncatingIfNeeded: output.count - start)
            else { throw Problem(message: "the gzip content does not have its check sum") }
            index += 8
        } while index < bytes.count
        return output
    }

    /// Where the deflate data of a gzip member begins.
    private static func gzipContent(_ bytes: [UInt8], from start: Int) throws(Problem) -> Int {
        guard bytes[start...].starts(with: [0x1F, 0x8B]) else { throw Problem(message: "the content is no gzip") }
        guard start + 10 <= bytes.count else { throw cutHead }
        guard bytes[start + 2] == 8 else { throw Problem(message: "the gzip content has no deflate data") }
        let flags = bytes[start + 3]
        var index = start + 10
        if flags & 4 != 0 {
            guard index + 2 <= bytes.count else { throw cutHead }
            index += 2 + Int(bytes[index]) + Int(bytes[index + 1]) << 8
        }
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            guard index < bytes.count, let end = bytes[index...].firstIndex(of: 0) else { throw cutHead }
            index = end + 1
        }
        if flags & 2 != 0 { index += 2 }
        guard index <= bytes.count else { throw cutHead }
        return index
    }

    private static var cutHead: Problem { Problem(message: "the gzip content ends within its head", isTruncated: true) }

    /// Undoes zlib (RFC 1950), or bare deflate.
    private static func deflated(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
        var output: [UInt8] = []
        let isZlib =
            bytes.count >= 2 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0
            && bytes[1] & 0x20 == 0
        guard isZlib else {
            _ = try inflate(bytes, from: 0, into: &output, limit: limit)
            return output
        }
        let index = try inflate(bytes, from: 2, into: &output, limit: limit)
        guard index + 4 <= bytes.count else {
            throw Problem(message: "the zlib content ends before its check sum", isTruncated: true)
        }
        guard littleEndian(bytes, index).byteSwapped == Checksum.adler32(output) else {
            throw Problem(message: "the zlib content does not have its check sum")
        }
        return output
    }

    private static func inflate(
        _ bytes: [UInt8], from start: Int, into output: inout [UInt8], limit: Int
    ) throws(Problem) -> Int {
        var inflater = Inflater(bytes, from: start, limit: limit)
        swap(&inflater.output, &output)
        defer { swap(&inflater.output, &output) }
        try inflater.run()
        return inflater.end
    }

    private static func littleEndian(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) }
    }
}
