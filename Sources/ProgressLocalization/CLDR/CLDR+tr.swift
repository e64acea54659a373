// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var tr: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "."),
            percent: "%\(.number)",
            bytes: ByteUnits(
                byte: .always("\(.number) bayt"),
                kilobyte: .always("\(.number) kB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number) GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            perSecond: "\(.amount)/sn",
            durations: DurationUnits(
                day: .always("\(.number) gün"),
                hour: .always("\(.number) saat"),
                minute: .always("\(.number) dakika"),
                second: .always("\(.number) saniye"),
                pair: "\(.larger) \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if number.isWhole && i == 1 { return .one }
        return .other
    }
}
