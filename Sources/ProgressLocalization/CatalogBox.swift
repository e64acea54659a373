/// A catalog on the heap: its users hold a reference instead of copying all its texts.
final class CatalogBox: Sendable {
    let catalog: Catalog

    init(_ catalog: Catalog) {
        self.catalog = catalog
    }
}
