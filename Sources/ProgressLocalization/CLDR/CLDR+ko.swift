// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var ko: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)%",
            bytes: ByteUnits(
                byte: .always("\(.number)바이트"),
                kilobyte: .always("\(.number)kB"),
                megabyte: .always("\(.number)MB"),
                gigabyte: .always("\(.number)GB"),
                terabyte: .always("\(.number)TB"),
                petabyte: .always("\(.number)PB"),
                exabyte: .always("\(.number)EB")
            ),
            perSecond: "\(.amount)/s",
            durations: DurationUnits(
                day: .always("\(.number)일"),
                hour: .always("\(.number)시간"),
                minute: .always("\(.number)분"),
                second: .always("\(.number)초"),
                pair: "\(.larger) \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory { .other }
}
