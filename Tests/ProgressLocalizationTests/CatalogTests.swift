import Foundation
import Testing

@testable import ProgressLocalization

/// Rules for catalogs that the compiler cannot check; they hold for every language, also those to come.
@Suite struct CatalogTests {
    @Test(arguments: Language.all)
    func `every form that the plural rule can ask for is written`(language: Language) {
        let catalog = language.box.catalog
        // The rules look at the last two digits, and at whole millions.
        let numbers = [0...200, 1_000_000...1_000_200].joined().map { DecimalNumber(UInt64($0)) }
        let decimals = (0...20_000).map { DecimalNumber(scaled: UInt64($0), digitCount: 2) }

        let wholes = Set(numbers.map(catalog.cldr.pluralCategory))
        let all = wholes.union(decimals.map(catalog.cldr.pluralCategory))

        for category in wholes {
            for operation in FileOperation.allCases { #expect(catalog.files[operation].counted.has(category)) }
            for unit in DurationUnit.allCases { #expect(catalog.cldr.durations[Int(unit.rawValue)].has(category)) }
            #expect(catalog.filesOfTotal.has(category))
            #expect(catalog.remaining.initial.has(category))
            #expect(catalog.remaining.following.has(category))
            #expect(catalog.cldr.bytes[0].has(category))
        }
        for category in all {
            for unit in ByteUnit.allCases.dropFirst() { #expect(catalog.cldr.bytes[Int(unit.rawValue)].has(category)) }
        }
    }

    @Test func `tags and aliases name one language each`() {
        let names = Catalog.all.flatMap { [$0.catalog.tag] + $0.catalog.aliases }.map { "\($0)".lowercased() }

        #expect(Set(names).count == names.count)
        #expect(names.count < 2 * LanguageMatcher.capacity)
        #expect("\(Language.english.tag)" == "en")
    }

    @Test(arguments: Language.all)
    func `the table and the sentences are of the same language`(language: Language) throws {
        let path = "Sources/ProgressLocalization/Catalogs/Catalog+\(language.tag).swift"
        let source = try String(contentsOfFile: Fixture.path("../../../\(path)"), encoding: .utf8)

        #expect(source.contains("cldr: .\("\(language.tag)".replacing("-", with: "")),"))
    }

    @Test func `sentences have their places wherever a language puts them`() {
        let turned: Template<Placeholder.OfTotal> = "共 \(.total) 个，第 \(.completed) 个"
        var bytes: [UInt8] = []

        turned.append(to: &bytes) { place, bytes in bytes.append(UInt8(ascii: place == .total ? "9" : "7")) }

        #expect(String(decoding: bytes, as: UTF8.self) == "共 9 个，第 7 个")
    }
}
