/// Finds the supported language that a language tag means (RFC 4647, section 3.4, "lookup").
///
/// Languages are positions in the list that the matcher was made from; it takes up to 32.
package struct LanguageMatcher: Sendable {
    /// A tag, or another name for the same language.
    private struct Name: Sendable {
        let text: StaticString
        let language: Int
        let isTag: Bool
    }

    package static let capacity = 32
    private let names: [Name]
    private let longestName: Int
    private let count: Int

    package init(_ languages: [(tag: StaticString, aliases: [StaticString])]) {
        precondition(languages.count <= Self.capacity, "Exclusions are bits of one word.")
        count = languages.count
        names = languages.enumerated().flatMap { language, names in
            [Name(text: names.tag, language: language, isTag: true)]
                + names.aliases.map { Name(text: $0, language: language, isTag: false) }
        }
        longestName = names.map(\.text.utf8CodeUnitCount).max() ?? 0
    }

    /// The best language for the lines of an Accept-Language header.
    package func best(
        forAcceptLanguage lines: some Sequence<UnsafeBufferPointer<UInt8>>,
        default fallback: Int
    ) -> Int {
        var preferences = LanguagePreferences()
        for line in lines {
            var rest = line[...]
            while !rest.isEmpty {
                let element = rest.prefix { $0 != UInt8(ascii: ",") }
                if let range = LanguageRange(element) { preferences.add(range, in: self) }
                rest = rest[element.endIndex...].dropFirst()
            }
        }
        return preferences.best(of: 0..<count, fallback: fallback)
    }

    /// The language for the whole tag, else for the tag without its last subtag, and so on.
    ///
    /// Only as many bytes as the longest name has are read, so the cost does not grow with the length of the tag.
    func language(for tag: some BidirectionalCollection<UInt8>) -> Int? {
        let separator = UInt8(ascii: "-")
        let start = tag.prefix(longestName + 1)
        var end = start.count > longestName ? start.lastIndex(of: separator) : start.endIndex
        while let stop = end {
            let shorter = start[..<stop]
            if let name = names.first(where: { Self.equal($0.text, shorter) }) { return name.language }
            end = shorter.lastIndex(of: separator)
        }
        return nil
    }

    /// A bit for each language whose tag begins with this one: `zh` is every Chinese, `pt` is `pt-BR`.
    func languages(within tag: some Collection<UInt8>) -> UInt32 {
        guard tag.prefix(longestName + 1).count <= longestName else { return 0 }
        return names.reduce(into: 0) { mask, name in
            if name.isTag, Self.contains(name.text, tag) { mask |= 1 << UInt32(name.language) }
        }
    }

    private static func equal(_ name: StaticString, _ tag: some Collection<UInt8>) -> Bool {
        name.withUTF8Buffer { $0.elementsEqual(tag) { lowercase($0) == lowercase($1) } }
    }

    private static func contains(_ name: StaticString, _ tag: some Collection<UInt8>) -> Bool {
        name.withUTF8Buffer { name in
            guard name.starts(with: tag, by: { lowercase($0) == lowercase($1) }) else { return false }
            return name.count == tag.count || name[tag.count] == UInt8(ascii: "-")
        }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
