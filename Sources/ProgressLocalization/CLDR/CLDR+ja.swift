// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var ja: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)%",
            bytes: ByteUnits(
                byte: .always("\(.number) バイト"),
                kilobyte: .always("\(.number) KB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number) GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            perSecond: "\(.amount)/秒",
            durations: DurationUnits(
                day: .always("\(.number) 日"),
                hour: .always("\(.number) 時間"),
                minute: .always("\(.number) 分"),
                second: .always("\(.number) 秒"),
                pair: "\(.larger) \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory { .other }
}
