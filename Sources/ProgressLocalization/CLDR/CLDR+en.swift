// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var en: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)%",
            bytes: ByteUnits(
                byte: PluralForms(one: "\(.number) byte", other: "\(.number) bytes"),
                kilobyte: .always("\(.number) KB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number) GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            perSecond: "\(.amount)/sec",
            durations: DurationUnits(
                day: PluralForms(one: "\(.number) day", other: "\(.number) days"),
                hour: PluralForms(one: "\(.number) hour", other: "\(.number) hours"),
                minute: PluralForms(one: "\(.number) minute", other: "\(.number) minutes"),
                second: PluralForms(one: "\(.number) second", other: "\(.number) seconds"),
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
