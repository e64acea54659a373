// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var hi: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ",", secondaryGroupSize: 2),
            percent: "\(.number)%",
            bytes: [
                .always("\(.number) बाइट"), .always("\(.number) kB"), .always("\(.number) MB"),
                .always("\(.number) GB"), .always("\(.number) TB"), .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/से॰",
            durations: [
                .always("\(.number) दिन"), PluralForms(one: "\(.number) घंटा", other: "\(.number) घंटे"),
                .always("\(.number) मिनट"), .always("\(.number) सेकंड"),
            ],
            durationPair: "\(.larger) और \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 0 { return .one }
        if number.isWhole && i == 1 { return .one }
        return .other
    }
}
