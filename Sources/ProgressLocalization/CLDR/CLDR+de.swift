// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var de: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "."),
            percent: "\(.number)\u{A0}%",
            bytes: [
                PluralForms(one: "\(.number)\u{A0}Byte", other: "\(.number) Byte"), .always("\(.number) kB"),
                .always("\(.number) MB"), .always("\(.number)\u{A0}GB"), .always("\(.number) TB"),
                .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/s",
            durations: [
                PluralForms(one: "\(.number) Tag", other: "\(.number) Tage"),
                PluralForms(one: "\(.number) Stunde", other: "\(.number) Stunden"),
                PluralForms(one: "\(.number) Minute", other: "\(.number) Minuten"),
                PluralForms(one: "\(.number) Sekunde", other: "\(.number) Sekunden"),
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
