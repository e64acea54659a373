// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var nl: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "."),
            percent: "\(.number)%",
            bytes: ByteUnits(
                byte: .always("\(.number) byte"),
                kilobyte: .always("\(.number) kB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number) GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            perSecond: "\(.amount)/sec",
            durations: DurationUnits(
                day: PluralForms(one: "\(.number) dag", other: "\(.number) dagen"),
                hour: .always("\(.number) uur"),
                minute: PluralForms(one: "\(.number) minuut", other: "\(.number) minuten"),
                second: PluralForms(one: "\(.number) seconde", other: "\(.number) seconden"),
                pair: "\(.larger) en \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        return .other
    }
}
