import ProgressLocalization
import Testing

@Suite struct LanguageNegotiationTests {
    /// A separate list, so that choosing is tested independently of the service's languages.
    private static let tags: [(tag: StaticString, aliases: [StaticString])] = [
        ("en", []), ("de", []), ("fr", []), ("pt-BR", ["pt"]), ("he", ["iw"]), ("zh-Hans", ["zh"]),
        ("zh-Hant", ["zh-TW", "zh-HK", "zh-MO"]),
    ]

    private static func best(_ lines: [String], default fallback: Int = 0) -> String {
        let matcher = LanguageMatcher(tags)
        let headers = lines.map { line in
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: line.utf8.count)
            _ = copy.initialize(from: line.utf8)
            return UnsafeBufferPointer(copy)
        }
        defer { headers.forEach { $0.deallocate() } }
        return "\(tags[matcher.best(forAcceptLanguage: headers, default: fallback)].tag)"
    }

    @Test(arguments: [
        ("de", "de"), ("de-AT", "de"), ("DE-at", "de"), ("de-DE-1996", "de"), ("de-x-home", "de"),
        ("en-GB", "en"), ("pt", "pt-BR"), ("pt-PT", "pt-BR"), ("PT-br", "pt-BR"), ("iw", "he"), ("he-IL", "he"),
        ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-Hans-TW", "zh-Hans"),
        ("zh-TW", "zh-Hant"), ("ZH-hk", "zh-Hant"), ("zh-Hant-MO", "zh-Hant"), ("zh-MO-x-a", "zh-Hant"),
        ("deu", "en"), ("d", "en"), ("deutsch", "en"), ("ja", "en"), ("zha", "en"),
    ])
    func `a range finds its language, or the nearest above it`(header: String, expected: String) {
        #expect(Self.best([header]) == expected)
    }

    @Test(arguments: [
        ("fr, de", "fr"), ("fr;q=0.5, de", "de"), ("fr;q=0.5,de;q=0.8", "de"), ("ja, fr;q=0.1", "fr"),
        ("fr;q=0.001, de;q=0.002", "de"), ("fr ; q=0.9 ,\tde;Q=1.000", "de"), ("fr;q=1., de", "fr"),
        ("de-CH, fr;q=0.9, *;q=0.1", "de"), ("da, en-gb;q=0.8, en;q=0.7", "en"),
    ])
    func `the highest quality wins, then the first`(header: String, expected: String) {
        #expect(Self.best([header]) == expected)
    }

    @Test(arguments: [
        ("*", "fr"), ("*;q=0.5, de;q=0.4", "fr"), ("*;q=0.4, de;q=0.5", "de"), ("", "fr"), ("ja", "fr"),
        ("*;q=0", "fr"), ("fr;q=0", "fr"), ("fr;q=0, *", "en"), ("fr;q=0, *;q=0.1, de;q=0.1", "de"),
        ("fr;q=0.0, de;q=0.2", "de"), ("de;q=0, de-AT", "fr"), ("de-AT, de;q=0", "fr"), ("de-AT;q=0, de", "de"),
        ("zh;q=0, zh-Hant", "fr"), ("zh-Hant;q=0, zh", "zh-Hans"), ("pt;q=0, pt-BR", "fr"),
    ])
    func `the wildcard is the default, and quality 0 excludes`(header: String, expected: String) {
        #expect(Self.best([header], default: 2) == expected)
    }

    @Test(arguments: [
        "de_DE", "de-", "-de", "de--AT", "de;q", "de;q=", "de;q=2", "de;q=1.001", "de;q=0.1234", "de;q=.5", "de;q=-1",
        "de;q=a", "de;q =1", "de;q= 1", "de;level=1", "de;q=0.5;q=1", "d e", "de-abcdefghi", "*-DE", "**", "de*",
        "de\u{0}",
        "dé", ";", ";q=1", "1de", "\"de\"",
    ])
    func `a malformed element is skipped and spoils no other`(element: String) {
        #expect(Self.best([element]) == "en")
        #expect(Self.best(["fr;q=0.2, \(element)"]) == "fr")
        #expect(Self.best([",, \(element) , ,fr;q=0.2,"]) == "fr")
    }

    @Test func `several header lines are one list`() {
        #expect(Self.best(["ja;q=0.9", "fr;q=0.5", "de;q=0.6"]) == "de")
        #expect(Self.best([]) == "en")
    }

    @Test func `ten thousand elements and very long tags cost what their bytes cost`() {
        let crowd = Array(repeating: "xx-YY;q=0.9", count: 10_000).joined(separator: ",")
        let tail = "a" + String(repeating: "-a", count: 50_000)

        #expect(Self.best(["\(crowd), \(tail), de-\(tail);q=0.8"]) == "de")
        #expect(Self.best([String(repeating: ",", count: 100_000) + "fr"]) == "fr")
        #expect(Self.best([Array(repeating: "fr", count: 70_000).joined(separator: ",") + ",de"]) == "fr")
    }

    @Test(arguments: [
        ("de-AT", "de"), ("fr-CA", "fr"), ("es-419", "es"), ("it-CH", "it"), ("pt", "pt-BR"), ("pt-PT", "pt-BR"),
        ("nl-BE", "nl"), ("pl-PL", "pl"), ("cs-CZ", "cs"), ("ru-UA", "ru"), ("uk-UA", "uk"), ("tr-CY", "tr"),
        ("ar-EG", "ar"), ("he-IL", "he"), ("iw", "he"), ("iw-IL", "he"), ("hi-IN", "hi"), ("ja-JP", "ja"),
        ("ko-KR", "ko"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"),
        ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-MO", "zh-Hant"), ("zh-Hant", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"), ("ZH-hant-tw", "zh-Hant"), ("en-GB", "en"),
        ("sv, da;q=0.9, pl;q=0.1", "pl"), ("ja, EN-us;q=0.3", "ja"), ("zh-TW, zh;q=0.9, en;q=0.8", "zh-Hant"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"), ("sv", "ko"), ("*", "ko"), ("*, uk;q=0.5", "ko"), ("", "ko"),
        ("*;q=0.5, uk", "uk"), ("ko;q=0, *", "en"),
    ])
    func `the nineteen languages answer to headers and locales`(header: String, expected: String) throws {
        let korean = try #require(Language(tag: "ko"))

        let best = Array(header.utf8).asHeader { LanguageNegotiation.best(forAcceptLanguage: $0, default: korean) }

        #expect("\(best)" == expected)
        guard !["sv", "*", ""].contains(header), !header.contains(",") else { return }
        let locale = header.replacing("-", with: "_")
        #expect(Array(locale.utf8).asHeader(LanguageNegotiation.language(forLocale:)) == best)
    }

    @Test func `a locale that is not supported names no language`() {
        for unsupported in ["", "*", "xx", "e", "eng", "-", "_en", "\u{FF}", "xh", "zha"] {
            #expect(Array(unsupported.utf8).asHeader(LanguageNegotiation.language(forLocale:)) == nil)
        }
    }

    @Test func `a language is found by its exact tag in any case`() {
        #expect(Language(tag: "EN") == .english)
        #expect(Language(tag: "en-GB") == nil)
        #expect(Language(tag: "") == nil)
        for language in Language.all { #expect(Language(tag: "\(language.tag)") == language) }
        #expect(Set(Language.all).count == Language.all.count)
        let tags = "en de fr es it pt-BR nl pl cs ru uk tr ar he hi ja ko zh-Hans zh-Hant"
        #expect(Language.all.map { "\($0)" }.joined(separator: " ") == tags)
    }
}
