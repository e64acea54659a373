extension Catalog {
    /// The languages there are; the order gives `Language.index`, English comes first.
    static let all = [
        english, german, french, spanish, italian, brazilianPortuguese, dutch, polish, czech, russian, ukrainian,
        turkish, arabic, hebrew, hindi, japanese, korean, simplifiedChinese, traditionalChinese,
    ].map(CatalogBox.init)
}
