// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var nl: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "."),
            percent: "\(.number)%",
            bytes: [
                .always("\(.number) byte"), .always("\(.number) kB"), .always("\(.number) MB"),
                .always("\(.number) GB"), .always("\(.number) TB"), .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/sec",
            durations: [
                PluralForms(one: "\(.number) dag", other: "\(.number) dagen"), .always("\(.number) uur"),
                PluralForms(one: "\(.number) minuut", other: "\(.number) minuten"),
                PluralForms(one: "\(.number) seconde", other: "\(.number) seconden"),
            ],
            durationPair: "\(.larger) en \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        return .other
    }
}
