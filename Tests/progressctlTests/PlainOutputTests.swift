import Testing

@testable import progressctl

struct PlainOutputTests {
    /// The text that is passed on of pieces that come one after the other.
    private func plain(_ pieces: String...) -> String {
        var output = PlainOutput()
        var bytes: [UInt8] = []
        for piece in pieces { bytes += Array(piece.utf8).withUnsafeBytes { output.take($0) } }
        return String(decoding: bytes + output.end(), as: UTF8.self)
    }

    @Test func `plain lines pass as they are`() {
        #expect(plain("one\n\ntwo\n", "three") == "one\n\ntwo\nthree")
        #expect(plain("one\r\ntwo\r\n") == "one\ntwo\n")
    }

    @Test func `of a line that is drawn again only the last drawing is left`() {
        #expect(plain(" 1%\r 50%", "\r100%\ndone\n") == "100%\ndone\n")
        #expect(plain("10 of 10\r 9\n") == " 9 of 10\n")
        #expect(plain("long line\r\u{1B}[Kshort\n") == "short\n")
        #expect(plain("long line\u{1B}[2K\rshort\n") == "short\n")
        #expect(plain("  0%\u{8}\u{8}\u{8}\u{8} 12%\u{8}\u{8}\u{8}\u{8}100%\n") == "100%\n")
        #expect(plain("━━╸ 1/3\r━━━ 3/3\n") == "━━━ 3/3\n")
    }

    @Test func `colors, titles and cursors are left out`() {
        #expect(
            plain("\u{1B}[1;32mok\u{1B}[0m \u{1B}]0;title\u{7}\u{1B}]8;;x\u{1B}\\y\u{1B}(B\u{1B}[?25l\n") == "ok y\n"
        )
    }

    @Test func `lines that are drawn again above come once more, before what follows them`() {
        let first = "a: 10%\nb: 20%\n"
        let again = "\u{1B}[2A\u{1B}[2K\ra: 90%\nb: 50%\n"
        let last = "\u{1B}[2A\u{1B}[2K\ra: done\nb: done\n"

        #expect(plain(first, again, last, "end\n") == "a: 10%\nb: 20%\na: done\nb: done\nend\n")
        #expect(plain(first, again, "error\nbye\n") == "a: 10%\nb: 20%\na: 90%\nb: 50%\nerror\nbye\n")
        #expect(plain(first, again) == "a: 10%\nb: 20%\na: 90%\nb: 50%\n")
    }

    @Test func `what is drawn elsewhere on the screen is no line`() {
        #expect(plain("Unpacking\n\u{1B}7\u{1B}[24;0fProgress: [ 20%]\u{1B}8Setting up\n") == "Unpacking\nSetting up\n")
        #expect(plain("a\n\u{1B}[?1049hfull screen\u{1B}[?1049lb\n") == "a\nb\n")
    }
}
