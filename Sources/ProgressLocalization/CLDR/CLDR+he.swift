// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var he: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)%",
            isRightToLeft: true,
            bytes: [
                .always("\(.number) בייט"), .always("\u{2066}\(.number) kB\u{2069}"),
                .always("\u{2066}\(.number) MB\u{2069}"), .always("\u{2066}\(.number) GB\u{2069}"),
                .always("\u{2066}\(.number) TB\u{2069}"), .always("\u{2066}\(.number) PB\u{2069}"),
                .always("\u{2066}\(.number) EB\u{2069}"),
            ],
            perSecond: "\(.amount)/שנ׳",
            durations: [
                PluralForms(one: "\(.number) יום", two: "יומיים", other: "\(.number) ימים"),
                PluralForms(one: "\(.number) שעה", two: "שעתיים", other: "\(.number) שעות"),
                PluralForms(one: "\(.number) דקה", two: "שתי דקות", other: "\(.number) דקות"),
                PluralForms(one: "\(.number) שניה", two: "שתי שניות", other: "\(.number) שניות"),
            ],
            durationPair: "\(.larger), \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        if i == 0 && !number.isWhole { return .one }
        if i == 2 && number.isWhole { return .two }
        return .other
    }
}
