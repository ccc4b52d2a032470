import Foundation
import MockAPICore
import Testing

@Suite struct SpellingTests {
    static let words = ["status", "body", "jsonBody", "headers", "fixedDelayMilliseconds", "fault", "name"]

    static let misspelled: [(String, String?)] = [
        ("staus", "status"), ("sttaus", "status"), ("Status", "status"), ("statuss", "status"), ("bdoy", "body"),
        ("jsonbody", "jsonBody"), ("header", "headers"), ("fixedDelayMiliseconds", "fixedDelayMilliseconds"),
        ("nam", "name"), ("fualt", "fault"), ("xyz", nil), ("", nil), ("colour", nil), ("b", nil),
    ]

    @Test(arguments: misspelled)
    func `a word that is nearly right gets a suggestion, another gets none`(word: String, expected: String?) {
        #expect(Spelling.suggestion(for: word, among: Self.words) == expected)
    }

    @Test func `the suggestion does not depend on the order of the known words`() {
        #expect(Spelling.suggestion(for: "cat", among: ["hat", "bat"]) == "bat")
        #expect(Spelling.suggestion(for: "cat", among: ["bat", "hat"]) == "bat")
        #expect(Spelling.suggestion(for: "cat", among: []) == nil)
    }
}

@Suite struct FileLocationTests {
    func location(_ text: String, _ offset: Int) -> String {
        Array(text.utf8).withUnsafeBufferPointer { FileLocation(file: "f", bytes: $0, offset: offset).description }
    }

    @Test func `lines end with LF, CRLF or CR`() {
        let text = "a\nb\r\nc\rd"
        #expect(
            (0...8).map { location(text, $0) } == [
                "f:1:1", "f:1:2", "f:2:1", "f:2:2", "f:2:2", "f:3:1", "f:3:2", "f:4:1", "f:4:2",
            ])
    }

    @Test func `columns count scalars, a byte order mark takes none`() {
        #expect(location("é漢😀x", 9) == "f:1:4")
        #expect(location("\u{FEFF}ab", 3) == "f:1:1")
        #expect(location("\u{FEFF}ab", 0) == "f:1:1")
        #expect(location("a\u{FEFF}b", 4) == "f:1:3")
    }

    @Test func `an offset outside the text is moved to its ends`() {
        #expect(location("ab", 99) == "f:1:3")
        #expect(location("ab", -1) == "f:1:1")
        #expect(location("", 0) == "f:1:1")
    }
}

@Suite struct FindingTests {
    @Test func `a finding reads as one line`() {
        let place = FileLocation(file: "stubs/a.json", line: 3, column: 17)
        let finding = Finding(at: place, "unknown key \"staus\"", hint: "did you mean \"status\"?")
        #expect("\(finding)" == "stubs/a.json:3:17: error: unknown key \"staus\"; did you mean \"status\"?")
        #expect("\(Finding(.warning, at: nil, "no stubs"))" == "warning: no stubs")
        #expect("\(FileProblems([finding, Finding(.warning, at: nil, "x")]))" == "\(finding)\nwarning: x")
        let odd = FileLocation(file: "two\nlines\u{1B}[31m.json", line: 1, column: 2)
        #expect("\(Finding(at: odd, "é"))" == #"two\nlines\u{1B}[31m.json:1:2: error: é"#)
    }
}

@Suite struct LockedTests {
    @Test func `no addition is lost between threads`() async {
        let sum = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<2000 { sum.withLock { $0 += 1 } } }
            }
        }
        #expect(sum.withLock(\.self) == 16000)
    }

    @Test func `an error passes through and leaves the lock open`() {
        struct Wrong: Error {}
        let value = Locked("a")
        #expect(throws: Wrong.self) {
            try value.withLock { text throws(Wrong) in
                text += "b"
                throw Wrong()
            }
        }
        #expect(value.withLock(\.self) == "ab")
    }
}

@Suite struct SeededRandomTests {
    @Test func `a seed gives the same numbers everywhere`() {
        var random = SeededRandom(seed: 0)
        // The first numbers of SplitMix64 for the seed 0, as its author's program prints them.
        #expect(
            [random.next(), random.next(), random.next()] == [
                0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
            ])
        var other = SeededRandom(seed: 1)
        var same = SeededRandom(seed: 1)
        #expect((0..<100).map { _ in other.next() } == (0..<100).map { _ in same.next() })
    }
}

@Suite struct TimeSourceTests {
    @Test func `the clocks of the machine run forwards and agree with Foundation`() {
        let first = TimeSource.system.monotonic()
        let second = TimeSource.system.monotonic()
        #expect(second >= first)
        #expect(abs(TimeSource.system.unixTime() - Date().timeIntervalSince1970) < 60)
    }
}
