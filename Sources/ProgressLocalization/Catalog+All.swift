extension Catalog {
    /// All languages, English first; the order is that of `Language.index`.
    static let all = [
        english, german, french, spanish, italian, brazilianPortuguese, dutch, polish, czech, russian, ukrainian,
        turkish, arabic, hebrew, hindi, japanese, korean, simplifiedChinese, traditionalChinese,
    ].map(CatalogBox.init)
}
