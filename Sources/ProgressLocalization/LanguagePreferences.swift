/// The preferences in a client's Accept-Language headers, gathered range by range. Allocates nothing.
struct LanguagePreferences {
    /// By language: 0 if not named; else the quality in thousandths, and below it the position, the earlier the higher.
    private var wishes = InlineArray<32, UInt32>(repeating: 0)
    /// The wish for `*`, in the same form.
    private var wildcardWish: UInt32 = 0
    /// A bit for each language with a quality of 0.
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

    /// The most wanted of `languages`, else `fallback`, which the wildcard means too.
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
