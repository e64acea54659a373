// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var ko: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)%",
            bytes: [
                .always("\(.number)바이트"), .always("\(.number)kB"), .always("\(.number)MB"), .always("\(.number)GB"),
                .always("\(.number)TB"), .always("\(.number)PB"), .always("\(.number)EB"),
            ],
            perSecond: "\(.amount)/s",
            durations: [
                .always("\(.number)일"), .always("\(.number)시간"), .always("\(.number)분"), .always("\(.number)초"),
            ],
            durationPair: "\(.larger) \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory { .other }
}
