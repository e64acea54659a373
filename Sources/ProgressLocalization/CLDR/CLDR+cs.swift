// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var cs: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "\u{A0}"),
            percent: "\(.number)\u{A0}%",
            bytes: [
                PluralForms(one: "\(.number) bajt", few: "\(.number) bajty", many: "\(.number) bajtu",
                    other: "\(.number) bajtů"), .always("\(.number) kB"), .always("\(.number) MB"),
                .always("\(.number) GB"), .always("\(.number) TB"), .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/s",
            durations: [
                PluralForms(one: "\(.number) den", few: "\(.number) dny", many: "\(.number) dne",
                    other: "\(.number) dnů"),
                PluralForms(one: "\(.number) hodina", few: "\(.number) hodiny", many: "\(.number) hodiny",
                    other: "\(.number) hodin"),
                PluralForms(one: "\(.number) minuta", few: "\(.number) minuty", many: "\(.number) minuty",
                    other: "\(.number) minut"),
                PluralForms(one: "\(.number) sekunda", few: "\(.number) sekundy", many: "\(.number) sekundy",
                    other: "\(.number) sekund"),
            ],
            durationPair: "\(.larger) a\u{A0}\(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        if (2...4).contains(i) && number.isWhole { return .few }
        if !number.isWhole { return .many }
        return .other
    }
}
