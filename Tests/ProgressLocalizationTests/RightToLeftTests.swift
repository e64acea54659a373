import ProgressCore
import ProgressLocalization
import Testing

/// Texts in Arabic and Hebrew keep their order in any page: a mark (U+200F) on each side, names and units in Latin
/// letters isolated.
@Suite struct RightToLeftTests {
    private static let languages = ["ar", "he"].compactMap(Language.init(tag:))

    @Test(arguments: languages)
    func `a text stands between marks, and nothing stays nothing`(language: Language) {
        let texts = [
            Sample.plain(2, of: 8).description(in: language), Sample.plain(2, of: 8).additional(in: language),
            Sample.file(2, of: 8).description(in: language), Sample.file(2, of: 8, time: 60).additional(in: language),
        ]

        for text in texts {
            #expect(text.unicodeScalars.first == "\u{200F}" && text.unicodeScalars.last == "\u{200F}")
            #expect(text.unicodeScalars.count { $0 == "\u{200F}" } == 2)
        }
        #expect(Sample.plain(0, of: -1).description(in: language) == "")
        #expect(Sample.plain(0, of: -1).additional(in: language) == "")
    }

    @Test(arguments: languages)
    func `an explicit text is left alone`(language: Language) {
        var sample = Sample.plain(2, of: 8)
        sample.details.localizedDescription = "own"
        sample.details.localizedAdditionalDescription = "own too"

        #expect(sample.description(in: language) == "own")
        #expect(sample.additional(in: language) == "own too")
    }

    @Test(arguments: languages)
    func `a name is isolated, and cannot end its isolation`(language: Language) {
        let text = Sample.file(0, of: 8, url: "file:///a%E2%81%A9b").description(in: language)

        #expect(text.contains("\"\u{2068}a\u{FFFD}b\u{2069}\""))
    }

    @Test func `an amount in Latin letters is isolated as a whole`() throws {
        let hebrew = try #require(Language(tag: "he"))

        let text = Sample.file(419_000, of: 5_300_000, throughput: 2_000).additional(in: hebrew)

        #expect(
            text == "\u{200F}\u{2066}419 kB\u{2069} מתוך \u{2066}5.3 MB\u{2069} (\u{2066}2 kB\u{2069}/שנ׳)\u{200F}"
        )
    }

    @Test(arguments: Language.all.filter { !languages.contains($0) })
    func `no other language has marks of direction`(language: Language) {
        let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"]

        for line in DescriptionSamples.all { #expect(marks.isDisjoint(with: line.line(language).unicodeScalars)) }
    }
}
