import Foundation
import Testing

@testable import ProgressLocalization

/// Every language against Foundation's format styles, which carry another version of CLDR than Babel. Where the two
/// differ Babel wins, and `differences` says how.
@Suite struct FoundationTests {
    /// The replacements that turn our text into Foundation's, by language.
    private static let differences: [String: [(ours: String, theirs: String)]] = [
        // Ours is Apple's (docs/contract.md, section 6).
        "en": [(" KB", " kB")],
        "de": [(", ", " und ")],
        "tr": [(" gün", "\u{202F}gün")],
        // We isolate text in Latin letters.
        "he": [("1 יום", "יום"), (" ימים", " ימ׳"), (", ", " ו"), ("\u{2066}", ""), ("\u{2069}", "")],
        "ja": [
            (" バイト", "バイト"), (" KB", " kB"), (" 日", "日"), (" 時間", "時間"), (" 分", "分"), (" 秒", "秒"),
        ],
        "zh-Hant": [
            (" 天", "天"), (" 小時", "小時"), (" 分鐘", "分鐘"), (" 秒", "秒"), ("天 ", "天"), ("時 ", "時"), ("鐘 ", "鐘"),
        ],
    ]

    @Test(arguments: Language.all)
    func `whole numbers are grouped alike`(language: Language) {
        let style = IntegerFormatStyle<Int64>(locale: Locale(identifier: "\(language.tag)"))

        for number in Self.numbers {
            #expect(language.written(DecimalNumber(UInt64(number))) == number.formatted(style))
        }
    }

    @Test(arguments: Language.all)
    func `decimals are written alike`(language: Language) {
        let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "\(language.tag)"))

        for hundredths in 0...99_999 where hundredths % 7 == 0 {
            let number = DecimalNumber(scaled: UInt64(hundredths), digitCount: 2)
            #expect(language.written(number) == (Double(hundredths) / 100).formatted(style))
        }
    }

    @Test(arguments: Language.all)
    func `percents are written alike`(language: Language) {
        let style = IntegerFormatStyle<Int>.Percent(locale: Locale(identifier: "\(language.tag)"))

        for percent in [0, 1, 2, 7, 25, 99, 100, 150, 999, 1_000, 9_999, 10_000, 999_999] {
            #expect(language.writtenPercent(UInt64(percent)) == percent.formatted(style))
        }
    }

    @Test(arguments: Language.all)
    func `names stand between the same quotes`(language: Language) throws {
        let locale = Locale(identifier: "\(language.tag)")
        let start = try #require(locale.quotationBeginDelimiter)
        let end = try #require(locale.quotationEndDelimiter)

        // No-break spaces, which CLDR leaves to the writer, and isolates are ours.
        let ours = "\u{A0}\u{2068}\u{2069}".unicodeScalars
        let quoted = language.quoted("x").unicodeScalars.filter { !ours.contains($0) }

        #expect(String(String.UnicodeScalarView(quoted)) == "\(start)x\(end)")
    }

    @Test(arguments: Language.all)
    func `every duration up to 100 hours is written alike`(language: Language) {
        let style = Duration.UnitsFormatStyle(
            allowedUnits: [.days, .hours, .minutes, .seconds],
            width: .wide,
            maximumUnitCount: 2
        ).locale(Locale(identifier: "\(language.tag)"))
        var wrong = 0

        for seconds in Self.distinctDurations {
            let ours = Self.asTheirs(language.written(DurationParts(seconds: seconds)), language)
            let theirs = Duration.seconds(Int64(seconds)).formatted(style)
            if ours != theirs, wrong < 3 {
                Issue.record("\(language) \(seconds): \(ours.debugDescription) \(theirs.debugDescription)")
                wrong += 1
            }
        }
    }

    @Test func `every second up to 100 hours is written as its largest unit and the next`() {
        for seconds in 0...360_000 as ClosedRange<UInt64> {
            let parts = DurationParts(seconds: seconds)
            let isNext = parts.smaller.map { $0.unit == parts.larger.unit.next && $0.count > 0 } ?? true
            let smaller = parts.smaller.map { $0.count * $0.unit.seconds } ?? 0
            let rest = seconds % parts.larger.unit.seconds - smaller
            guard isNext, parts.larger.count == seconds / parts.larger.unit.seconds,
                parts.larger.count > 0 || seconds == 0, rest < (parts.larger.unit.next?.seconds ?? 1)
            else {
                Issue.record("\(seconds): \(parts)")
                return
            }
        }
    }

    @Test(arguments: Language.all)
    func `bytes have the same units`(language: Language) {
        let style = ByteCountFormatStyle(
            style: .decimal,
            spellsOutZero: false,
            locale: Locale(identifier: "\(language.tag)")
        )

        for count in [1, 2, 3, 5, 11, 21, 100, 419_000, 5_300_000, 1_610_000_000, 2_000_000_000_000] as [Int64] {
            let ours = Self.asTheirs(language.writtenBytes(UInt64(count)), language)
            #expect(ours == count.formatted(style), "\(language)")
        }
    }

    private static func asTheirs(_ text: String, _ language: Language) -> String {
        (differences["\(language.tag)"] ?? []).reduce(text) { text, difference in
            text.replacingOccurrences(of: difference.ours, with: difference.theirs)
        }
    }

    private static var numbers: [Int64] {
        var numbers: [Int64] = Array(0...1_200) + [.max]
        for shift in 0...62 { numbers.append(.max >> shift) }
        return numbers
    }

    /// A duration for each text that a duration up to 100 hours can have.
    private static var distinctDurations: [UInt64] {
        let minutes = (0...59).flatMap { minute in (0...59).map { UInt64(minute * 60 + $0) } }
        let hours = (1...23).flatMap { hour in (0...59).map { UInt64(hour * 3_600 + $0 * 60) } }
        return minutes + hours + (24...100).map { UInt64($0 * 3_600) }
    }
}
