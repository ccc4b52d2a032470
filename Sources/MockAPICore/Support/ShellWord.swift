/// Words of commands that people paste into a POSIX shell.
package enum ShellWord {
    /// The word as a shell takes it for exactly this text: as it is, or in single quotes (XCU, section 2.2.2).
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._/:@%+,=".utf8.contains(byte)
            }
        return isPlain
            ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
