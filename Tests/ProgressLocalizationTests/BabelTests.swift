import Testing

@testable import ProgressLocalization

/// Every language against what Babel makes of CLDR's data (`Scripts/cldr/fixture.py`).
@Suite struct BabelTests {
    private static let letters: [PluralCategory: Character] = [
        .zero: "z", .one: "o", .two: "t", .few: "f", .many: "m", .other: "-",
    ]

    @Test(arguments: Language.all)
    func `whole numbers take Babel's plural form, from 0 to 1,200 and around the powers of ten`(
        language: Language
    ) throws {
        let rows = try Fixture.rows(language)

        let small = String((0...1_200).map { Self.letter(UInt64($0), language) })
        let large = String(Self.largeNumbers.map { Self.letter($0, language) })

        #expect(small == rows.first { $0[0] == "plurals 0…1200" }?[1])
        #expect(large == rows.first { $0[0] == "plurals large" }?[1])
    }

    @Test(arguments: Language.all)
    func `numbers, bytes and durations are written as Babel has them`(language: Language) throws {
        let rows = try Fixture.rows(language)

        for row in rows where row.count == 3 {
            #expect(Self.written(row[0], row[1], language) == row[2], "\(language) \(row)")
        }

        #expect(rows.count > 250)
    }

    /// Nil for an unknown kind of row.
    private static func written(_ kind: String, _ input: String, _ language: Language) -> String? {
        let number = UInt64(input) ?? 0
        return switch kind {
        case "plural": "\(language.cldr.pluralCategory(DecimalNumber(input)))"
        case "number": language.written(DecimalNumber(input))
        case "percent": language.writtenPercent(number)
        case "bytes": language.writtenBytes(number)
        case "rate": language.writtenRate(number)
        case "day": language.written(DurationParts.Part(count: number, unit: .day))
        case "hour": language.written(DurationParts.Part(count: number, unit: .hour))
        case "minute": language.written(DurationParts.Part(count: number, unit: .minute))
        case "second": language.written(DurationParts.Part(count: number, unit: .second))
        case "pair": language.written(DurationParts(seconds: number))
        default: nil
        }
    }

    private static func letter(_ number: UInt64, _ language: Language) -> Character {
        letters[language.cldr.pluralCategory(DecimalNumber(number))] ?? "?"
    }

    /// Like `large_numbers` in the script.
    private static var largeNumbers: [UInt64] {
        let near: [Int64] = [-1, 0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 99, 100, 101, 102, 111]
        var power: Int64 = 100
        return (3...18).flatMap { _ in
            power *= 10
            return [1, 2, 5].flatMap { digit in near.map { UInt64(power * digit + $0) } }
        }
    }
}
