extension Catalog {
    /// The languages there are; the order gives `Language.index`, English comes first.
    static let all: [CatalogBox] = [CatalogBox(english)]
}
