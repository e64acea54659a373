/// A catalog on the heap, so that whoever uses it holds a reference and does not copy all its texts.
final class CatalogBox: Sendable {
    let catalog: Catalog

    init(_ catalog: Catalog) {
        self.catalog = catalog
    }
}
