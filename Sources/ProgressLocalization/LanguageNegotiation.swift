/// Chooses the language of a reply (docs/contract.md, section 6). Nothing that a client sends is an error.
package enum LanguageNegotiation {
    private static let matcher = LanguageMatcher(Catalog.all.map { ($0.catalog.tag, $0.catalog.aliases) })

    /// The best language for one Accept-Language header (RFC 9110 with q-values, RFC 4647 lookup).
    ///
    /// A quality of 0 excludes, `*` means `default`, and elements that break the grammar are skipped.
    /// - Complexity: O(bytes), no allocation per element.
    package static func best(
        forAcceptLanguage header: UnsafeBufferPointer<UInt8>,
        default fallback: Language
    ) -> Language {
        best(forAcceptLanguage: CollectionOfOne(header), default: fallback)
    }

    /// The best language for a header in several lines.
    package static func best(
        forAcceptLanguage lines: some Sequence<UnsafeBufferPointer<UInt8>>,
        default fallback: Language
    ) -> Language {
        let index = matcher.best(forAcceptLanguage: lines, default: Int(fallback.index))
        return Language(index: UInt8(index))
    }

    /// The language that a `?locale=` value means, decoded: a tag, or a locale identifier such as `pt_BR`; nil if
    /// nothing supported fits.
    package static func language(forLocale value: UnsafeBufferPointer<UInt8>) -> Language? {
        let tag = value.lazy.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        return matcher.language(for: tag).map { Language(index: UInt8($0)) }
    }
}
