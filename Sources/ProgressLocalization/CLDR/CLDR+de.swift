// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var de: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "."),
            percent: "\(.number)\u{A0}%",
            bytes: ByteUnits(
                byte: PluralForms(one: "\(.number)\u{A0}Byte", other: "\(.number) Byte"),
                kilobyte: .always("\(.number) kB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number)\u{A0}GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            perSecond: "\(.amount)/s",
            durations: DurationUnits(
                day: PluralForms(one: "\(.number) Tag", other: "\(.number) Tage"),
                hour: PluralForms(one: "\(.number) Stunde", other: "\(.number) Stunden"),
                minute: PluralForms(one: "\(.number) Minute", other: "\(.number) Minuten"),
                second: PluralForms(one: "\(.number) Sekunde", other: "\(.number) Sekunden"),
                pair: "\(.larger), \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        return .other
    }
}
