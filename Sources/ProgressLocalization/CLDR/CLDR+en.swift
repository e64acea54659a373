// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var en: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)%",
            bytes: [
                PluralForms(one: "\(.number) byte", other: "\(.number) bytes"), .always("\(.number) KB"),
                .always("\(.number) MB"), .always("\(.number) GB"), .always("\(.number) TB"), .always("\(.number) PB"),
                .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/sec",
            durations: [
                PluralForms(one: "\(.number) day", other: "\(.number) days"),
                PluralForms(one: "\(.number) hour", other: "\(.number) hours"),
                PluralForms(one: "\(.number) minute", other: "\(.number) minutes"),
                PluralForms(one: "\(.number) second", other: "\(.number) seconds"),
            ],
            durationPair: "\(.larger), \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        return .other
    }
}
