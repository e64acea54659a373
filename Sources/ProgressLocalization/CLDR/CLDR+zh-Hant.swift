// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var zhHant: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
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
            perSecond: "\(.amount)/秒",
            durations: DurationUnits(
                day: .always("\(.number) 天"),
                hour: .always("\(.number) 小時"),
                minute: .always("\(.number) 分鐘"),
                second: .always("\(.number) 秒"),
                pair: "\(.larger) \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory { .other }
}
