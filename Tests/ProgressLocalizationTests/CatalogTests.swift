import Testing

@testable import ProgressLocalization

/// What the compiler cannot see in a catalog; holds for every language, also those to come.
@Suite struct CatalogTests {
    @Test(arguments: Language.all)
    func `every form that the plural rule can ask for is written`(language: Language) {
        let catalog = language.box.catalog
        let numbers = (0...1_000_000).lazy.map { DecimalNumber(UInt64($0)) }
        let decimals = (0...99_999).lazy.map { DecimalNumber(scaled: UInt64($0), digitCount: 2) }

        let wholes = Set(numbers.map(catalog.pluralCategory))
        let all = wholes.union(decimals.map(catalog.pluralCategory))

        for category in wholes {
            for operation in FileOperation.allCases { #expect(catalog.files[operation].counted.has(category)) }
            for unit in DurationUnit.allCases { #expect(catalog.durations[unit].has(category)) }
            #expect(catalog.filesOfTotal.has(category))
            #expect(catalog.remaining.has(category))
            #expect(catalog.bytes[.byte].has(category))
        }
        for category in all {
            for unit in ByteUnit.allCases.dropFirst() { #expect(catalog.bytes[unit].has(category)) }
        }
    }

    @Test func `tags and aliases name one language each`() {
        let names = Catalog.all.flatMap { [$0.catalog.tag] + $0.catalog.aliases }.map { "\($0)".lowercased() }

        #expect(Set(names).count == names.count)
        #expect(names.count < 2 * LanguageMatcher.capacity)
        #expect("\(Language.english.tag)" == "en")
    }

    @Test func `sentences have their places wherever a language puts them`() {
        let turned: Template<Place.OfTotal> = "共 \(.total) 个，第 \(.completed) 个"
        var bytes: [UInt8] = []

        turned.append(to: &bytes) { place, bytes in bytes.append(UInt8(ascii: place == .total ? "9" : "7")) }

        #expect(String(decoding: bytes, as: UTF8.self) == "共 9 个，第 7 个")
    }
}
