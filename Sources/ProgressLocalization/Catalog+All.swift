extension Catalog {
    /// All languages, English first; the order is that of `Language.index`.
    static let all = [
        english, german, french, spanish, italian, brazilianPortuguese, dutch, polish, czech, russian, ukrainian,
        turkish, arabic, hebrew, hindi, japanese, korean, simplifiedChinese, traditionalChinese,
    ].map(CatalogBox.init)
}

/// A catalog on the heap: its users hold a reference instead of copying all its texts.
final class CatalogBox: Sendable {
    let catalog: Catalog

    init(_ catalog: Catalog) {
        self.catalog = catalog
    }
}
