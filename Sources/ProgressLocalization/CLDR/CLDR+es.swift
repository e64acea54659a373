// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var es: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: ".", minimumGroupingDigits: 2),
            percent: "\(.number)\u{A0}%",
            bytes: ByteUnits(
                byte: PluralForms(one: "\(.number) byte", many: "\(.number) bytes", other: "\(.number) bytes"),
                kilobyte: .always("\(.number) kB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number) GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            perSecond: "\(.amount)/s",
            durations: DurationUnits(
                day: PluralForms(one: "\(.number) día", many: "\(.number) días", other: "\(.number) días"),
                hour: PluralForms(one: "\(.number) hora", many: "\(.number) horas", other: "\(.number) horas"),
                minute: PluralForms(one: "\(.number) minuto", many: "\(.number) minutos", other: "\(.number) minutos"),
                second: PluralForms(one: "\(.number) segundo", many: "\(.number) segundos",
                    other: "\(.number) segundos"),
                pair: "\(.larger) y \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if number.isWhole && i == 1 { return .one }
        if i != 0 && i % 1000000 == 0 && number.isWhole { return .many }
        return .other
    }
}
