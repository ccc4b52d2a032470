/// Words of commands that people paste into a POSIX shell.
package enum ShellWord {
    /// The word as a shell takes it for exactly this text, in one line: as it is, in single quotes, or, where it has control
    /// characters, in dollar-single-quotes (XCU, sections 2.2.2 and 2.2.4).
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._/:@%+,=".utf8.contains(byte)
            }
        if word.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return escaped(word) }
        return isPlain
            ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }

    private static func escaped(_ word: String) -> String {
        let content = word.unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "\\", "'": output += "\\\(scalar)"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                // Three octal digits, since the number of hexadecimal ones is not the same in all shells.
                let digits = String(scalar.value, radix: 8)
                output += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        return "$'\(content)'"
    }
}
