import ProgressParsers
import Testing

struct SplitterTests {
    private func lines(_ pieces: String...) -> [String] {
        var splitter = LineSplitter()
        var lines: [String] = []
        for piece in pieces {
            Array(piece.utf8).withUnsafeBytes { bytes in
                splitter.feed(bytes) { line, _ in lines.append(String(decoding: line, as: UTF8.self)) }
            }
        }
        return lines
    }

    @Test func `a line feed, a return and a cleared rest end a line`() {
        #expect(lines("a\nb\rc\u{1B}[Kd\r\n") == ["a", "b", "c", "d"])
    }

    @Test func `escape sequences and titles are left out`() {
        #expect(lines("\u{1B}[1;32mgreen\u{1B}[0m \u{1B}]0;title\u{7}text\n") == ["green text"])
    }

    @Test func `a line that has begun counts, and again when it has grown`() {
        #expect(lines("ab", "c\n") == ["ab", "abc"])
    }

    @Test func `a line that may still grow is told from one that has ended`() {
        var splitter = LineSplitter()
        var ends: [Bool] = []
        for piece in ["a\nb", "c\r"] {
            Array(piece.utf8).withUnsafeBytes { bytes in splitter.feed(bytes) { ends.append($1) } }
        }

        #expect(ends == [true, false, true])
    }

    @Test func `a line beyond all measure is passed over`() {
        #expect(lines(String(repeating: "x", count: 300_000) + "\nshort\n") == ["short"])
    }

    @Test func `of plenty of output at once only the last whole lines count`() {
        let plenty = (1...20_000).map { "line \($0)\n" }.joined()

        let found = lines("begun", plenty)

        #expect(found.first == "begun")
        #expect(found.last == "line 20000")
        #expect(found.count < 1_000)
        #expect(found.dropFirst().allSatisfy { $0.hasPrefix("line ") })
    }
}
