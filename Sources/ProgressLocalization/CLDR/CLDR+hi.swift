// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var hi: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ",", secondaryGroupSize: 2),
            percent: "\(.number)%",
            bytes: ByteUnits(
                byte: .always("\(.number) बाइट"),
                kilobyte: .always("\(.number) kB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number) GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            perSecond: "\(.amount)/से॰",
            durations: DurationUnits(
                day: .always("\(.number) दिन"),
                hour: PluralForms(one: "\(.number) घंटा", other: "\(.number) घंटे"),
                minute: .always("\(.number) मिनट"),
                second: .always("\(.number) सेकंड"),
                pair: "\(.larger) और \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 0 { return .one }
        if number.isWhole && i == 1 { return .one }
        return .other
    }
}
