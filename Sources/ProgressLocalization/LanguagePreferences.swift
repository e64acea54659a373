/// What a client's Accept-Language headers ask for, gathered range by range. Allocates nothing.
struct LanguagePreferences {
    /// By language: how much it is wanted, 0 for not named. The quality in thousandths, then the earlier the better.
    private var wishes = InlineArray<32, UInt32>(repeating: 0)
    /// How much any other language is wanted.
    private var wildcardWish: UInt32 = 0
    /// A bit for each language that must not be given.
    private var excluded: UInt32 = 0
    private var rangeCount: UInt32 = 0

    mutating func add(_ range: LanguageRange, in matcher: LanguageMatcher) {
        if range.quality == 0 {
            if !range.isWildcard { excluded |= matcher.languages(within: range.range) }
            return
        }
        let wish = range.quality << 16 | 0xFFFF - min(rangeCount, 0xFFFF)
        rangeCount += 1
        if range.isWildcard {
            wildcardWish = max(wildcardWish, wish)
        } else if let language = matcher.language(for: range.range) {
            wishes[language] = max(wishes[language], wish)
        }
    }

    /// The language wanted most of `languages`, else `fallback`, which is also what the wildcard stands for.
    func best(of languages: Range<Int>, fallback: Int) -> Int {
        var best = fallback
        var bestWish = isExcluded(fallback) ? 0 : max(wishes[fallback], wildcardWish)
        for language in languages where !isExcluded(language) && wishes[language] > bestWish {
            best = language
            bestWish = wishes[language]
        }
        if bestWish == 0, wildcardWish > 0 { return languages.first { !isExcluded($0) } ?? fallback }
        return best
    }

    private func isExcluded(_ language: Int) -> Bool { excluded & 1 << UInt32(language) != 0 }
}
