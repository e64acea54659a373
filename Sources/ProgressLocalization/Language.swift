/// A language that descriptions can be written in; there is no value for any other.
package struct Language: Hashable, Sendable {
    /// The place in `all`; fit as a key of a table.
    package let index: UInt8

    package static let english = Language(index: 0)

    /// All languages, English first.
    package static let all = Catalog.all.indices.map { Language(index: UInt8($0)) }

    init(index: UInt8) {
        self.index = index
    }

    /// The language with exactly this tag, in any case; nil for any other tag.
    package init?(tag: String) {
        let wanted = tag.lowercased()
        guard let language = Self.all.first(where: { "\($0.tag)".lowercased() == wanted }) else { return nil }
        self = language
    }

    /// The BCP 47 tag, as `Content-Language` says it.
    package var tag: StaticString { box.catalog.tag }

    var box: CatalogBox { Catalog.all[Int(index)] }
}

extension Language: CustomStringConvertible {
    package var description: String { "\(tag)" }
}
