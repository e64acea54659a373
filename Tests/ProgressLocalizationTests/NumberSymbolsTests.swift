import Foundation
import ProgressLocalization
import Testing

@Suite struct NumberSymbolsTests {
    private static func text(_ symbols: NumberSymbols, _ number: DecimalNumber) -> String {
        var bytes: [UInt8] = []
        symbols.append(number, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `groups of three and two, as in Hindi`() {
        let hindi = NumberSymbols(decimalSeparator: ".", groupingSeparator: ",", secondaryGroupSize: 2)
        let style = IntegerFormatStyle<Int64>(locale: Locale(identifier: "hi_IN"))

        for number in [0, 12, 999, 1_000, 99_999, 100_000, 5_298_112, 123_456_789, .max] as [Int64] {
            #expect(Self.text(hindi, DecimalNumber(UInt64(number))) == number.formatted(style))
        }
    }

    @Test func `four digits stay together where the language wants two before a group`() {
        let spanish = NumberSymbols(decimalSeparator: ",", groupingSeparator: ".", minimumGroupingDigits: 2)
        let style = IntegerFormatStyle<Int64>(locale: Locale(identifier: "es_ES"))

        for number in [0, 999, 1_000, 9_999, 10_000, 123_456, 1_234_567] as [Int64] {
            #expect(Self.text(spanish, DecimalNumber(UInt64(number))) == number.formatted(style))
        }
    }

    @Test func `digits and separators of other scripts`() {
        let arabic = NumberSymbols(zeroDigit: "٠", decimalSeparator: "٫", groupingSeparator: "٬")

        #expect(Self.text(arabic, DecimalNumber(1_234_567)) == "١٬٢٣٤٬٥٦٧")
        #expect(Self.text(arabic, DecimalNumber(scaled: 530, digitCount: 2)) == "٥٫٣")
        #expect(Self.text(arabic, DecimalNumber(scaled: 905, digitCount: 2)) == "٩٫٠٥")
    }

    @Test func `a decimal number drops its trailing zeros`() {
        #expect(DecimalNumber(scaled: 500, digitCount: 2) == DecimalNumber(5))
        #expect(DecimalNumber(scaled: 0, digitCount: 2) == DecimalNumber(0))
        #expect(DecimalNumber(scaled: 505, digitCount: 2).fraction == 5)
        #expect(DecimalNumber(scaled: 505, digitCount: 2).fractionDigitCount == 2)
    }
}
