import Testing

@testable import ProgressCore

/// The texts that records of runs keep of failures.
struct CutFailureTests {
    private static let frames = (1...9).map { "  File \"/srv/jobs/import/steps/copy_\($0).py\", line \($0)" }

    private func cut(_ text: String) -> String {
        var failure = ProgressDetails.Failure(message: text, code: nil)
        failure.cutTexts()
        return failure.message
    }

    @Test func `a traceback keeps its last line, and of the frames before it what fits`() {
        let text = (["Traceback (most recent call last):"] + Self.frames + ["ValueError: no such file"]).joined(
            separator: "\n"
        )

        let kept = cut(text)

        #expect(kept.hasSuffix("copy_9.py\", line 9\nValueError: no such file"))
        #expect(!kept.hasPrefix("Traceback"))
        #expect(kept.utf8.count <= RunItem.longestText && kept.utf8.count > 200)
    }

    @Test func `a line that is followed by frames stays, too`() {
        let causes = ["java.io.IOException: broken"] + Self.frames + ["Caused by: the disk is full"] + Self.frames

        #expect(cut(causes.joined(separator: "\r\n")).hasSuffix("Caused by: the disk is full"))
    }

    @Test func `one line keeps its beginning`() {
        let line = "ValueError: " + String(repeating: "é", count: 200)

        #expect(cut(line) == String(line.prefix(134)))
        #expect(cut("first\n" + line) == String(line.prefix(134)))
    }

    @Test func `a text that fits is whole`() {
        let text = "Traceback:\n  frame\n\nValueError: x\n"

        #expect(cut(text) == text)
    }

    @Test func `a text of nothing but indented or empty lines is cut`() {
        for text in [String(repeating: "\n", count: 500), String(repeating: "  frame\n", count: 99)] {
            #expect(cut(text).utf8.count <= RunItem.longestText)
        }
    }
}
