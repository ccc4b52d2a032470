import Foundation

extension ResponseData {
    /// The body as text in the charset of `Content-Type`, else in UTF-8.
    ///
    /// Known are UTF-8, US-ASCII, ISO-8859-1 and windows-1252, UTF-16 and UTF-32 in their byte orders, and what
    /// Foundation knows besides. Bytes that do not fit become U+FFFD. A byte order mark is no part of the text.
    public var text: String {
        guard let charset = contentType?.charset, charset != "utf-8", charset != "utf8",
            let encoding = Self.encodings[charset], let text = String(data: data, encoding: encoding)
        else {
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            return String(decoding: bytes[start...], as: UTF8.self)
        }
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Whether there is nothing but blanks and line breaks (RFC 8259, section 2).
    public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } }

    /// Whether the body is JSON `null`.
    var isNull: Bool {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        let trimmed = bytes.drop(while: isSpace)
        return trimmed.starts(with: "null".utf8) && trimmed.dropFirst(4).allSatisfy(isSpace)
    }

    private static let encodings: [String: String.Encoding] = [
        "us-ascii": .ascii, "ascii": .ascii, "iso-8859-1": .isoLatin1, "latin1": .isoLatin1,
        "windows-1252": .windowsCP1252, "windows-1251": .windowsCP1251, "windows-1250": .windowsCP1250,
        "iso-8859-2": .isoLatin2, "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
        "utf-32": .utf32, "utf-32le": .utf32LittleEndian, "utf-32be": .utf32BigEndian,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]
}
