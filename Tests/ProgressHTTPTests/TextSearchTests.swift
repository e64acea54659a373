import ProgressCore
import TestSupport
import Testing

@testable import ProgressHTTP

struct TextSearchTests {
    private func box(_ name: String?, _ description: String? = nil, _ values: [String] = []) -> DetailsBox {
        var details = ProgressDetails()
        details.name = name
        details.localizedDescription = description
        details.labels = values.enumerated().map { ProgressDetails.KeyedText(key: "\($0)", value: $1) }
        return DetailsBox(details)
    }

    /// Which of several texts have the words, searched one after the other.
    private func found(_ words: String, in boxes: DetailsBox?...) -> [Bool] {
        var search = TextSearch(words)
        return boxes.map { search.matches($0) }
    }

    /// Each word in some text, whatever the case: letter by letter.
    private func expected(_ words: String, in texts: [String]) -> Bool {
        words.split(separator: " ").allSatisfy { word in
            texts.contains { text in
                let (text, word) = (Array(text.lowercased()), Array(word.lowercased()))
                return (0...max(0, text.count - word.count)).contains { text.dropFirst($0).starts(with: word) }
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `words are found where a plain search finds them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "A", "b", "é", "É", "д", "Д", "中"]
        func text(_ most: Int) -> String {
            (0..<generator.number(below: most)).map { _ in letters[generator.number(below: letters.count)] }.joined()
        }
        for _ in 0..<200 {
            let texts = (0..<3).map { _ in text(9) }
            let words = (0...generator.number(below: 3)).map { _ in text(4) }.joined(separator: " ")
            var search = TextSearch(words)

            #expect(
                search.matches(box(texts[0], texts[1], [texts[2]])) == expected(words, in: texts),
                "\(words) \(texts)"
            )
        }
    }

    @Test func `words beyond the bits of one machine word are told apart`() {
        let long = String(repeating: "abcdefgh", count: 20)
        let words = "\(long) \(long)x \(long.dropFirst())"

        #expect(found(words, in: box("x", "-\(long.uppercased())X-"), box("x", "-\(long)-")) == [true, false])
        // The end of one word and the beginning of the next make no word.
        #expect(found("ab xabc", in: box("axab"), box("abx"), box("xabc")) == [false, false, true])
    }

    @Test func `no words are everywhere, and what has no texts has none`() {
        #expect(found("  \t", in: nil, box("x")) == [true, true])
        #expect(found("a", in: nil, box(nil)) == [false, false])
    }

    @Test func `one search may look at many, one after the other`() {
        #expect(found("one two", in: box("one"), box("two"), box("two-one")) == [false, false, true])
    }

    @Test func `letters that have several forms are the same in any`() {
        for (words, text) in [
            ("straße", "STRASSE"), ("STRASSE", "straße"), ("ὀδός", "ὈΔΌΣ"), ("ΣΑΣ", "σας"), ("ﬁn", "FIN"),
            ("K", "\u{212A}"),
            ("Ꭰ", "ꭰ"), ("ꭰ", "Ꭰ"), ("µ", "Μ"), ("ǆ", "ǅ"),
        ] {
            #expect(found(words, in: box(nil, text)) == [true], "\(words) in \(text)")
        }
    }
}
