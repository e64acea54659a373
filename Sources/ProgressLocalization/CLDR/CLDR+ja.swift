// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var ja: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)%",
            bytes: [
                .always("\(.number) バイト"), .always("\(.number) KB"), .always("\(.number) MB"), .always("\(.number) GB"),
                .always("\(.number) TB"), .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/秒",
            durations: [
                .always("\(.number) 日"), .always("\(.number) 時間"), .always("\(.number) 分"), .always("\(.number) 秒"),
            ],
            durationPair: "\(.larger) \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory { .other }
}
