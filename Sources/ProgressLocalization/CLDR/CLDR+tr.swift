// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var tr: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "."),
            percent: "%\(.number)",
            bytes: [
                .always("\(.number) bayt"), .always("\(.number) kB"), .always("\(.number) MB"),
                .always("\(.number) GB"), .always("\(.number) TB"), .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/sn",
            durations: [
                .always("\(.number) gün"), .always("\(.number) saat"), .always("\(.number) dakika"),
                .always("\(.number) saniye"),
            ],
            durationPair: "\(.larger) \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if number.isWhole && i == 1 { return .one }
        return .other
    }
}
