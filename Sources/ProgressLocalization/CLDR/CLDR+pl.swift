// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var pl: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "\u{A0}", minimumGroupingDigits: 2),
            percent: "\(.number)%",
            bytes: [
                PluralForms(one: "\(.number) bajt", few: "\(.number) bajty", many: "\(.number) bajtów",
                    other: "\(.number) bajta"), .always("\(.number) kB"), .always("\(.number) MB"),
                .always("\(.number) GB"), .always("\(.number) TB"), .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/s",
            durations: [
                PluralForms(one: "\(.number) dzień", few: "\(.number) dni", many: "\(.number) dni",
                    other: "\(.number) dnia"),
                PluralForms(one: "\(.number) godzina", few: "\(.number) godziny", many: "\(.number) godzin",
                    other: "\(.number) godziny"),
                PluralForms(one: "\(.number) minuta", few: "\(.number) minuty", many: "\(.number) minut",
                    other: "\(.number) minuty"),
                PluralForms(one: "\(.number) sekunda", few: "\(.number) sekundy", many: "\(.number) sekund",
                    other: "\(.number) sekundy"),
            ],
            durationPair: "\(.larger) i \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        if number.isWhole && (2...4).contains(i % 10) && !(12...14).contains(i % 100) { return .few }
        if number.isWhole && i != 1 && (0...1).contains(i % 10) { return .many }
        if number.isWhole && (5...9).contains(i % 10) { return .many }
        if number.isWhole && (12...14).contains(i % 100) { return .many }
        return .other
    }
}
