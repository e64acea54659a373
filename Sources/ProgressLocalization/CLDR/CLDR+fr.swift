// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var fr: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "\u{202F}"),
            percent: "\(.number)\u{A0}%",
            bytes: ByteUnits(
                byte: PluralForms(one: "\(.number)\u{A0}octet", many: "\(.number)\u{A0}octets",
                    other: "\(.number)\u{A0}octets"),
                kilobyte: .always("\(.number)\u{202F}ko"),
                megabyte: .always("\(.number)\u{202F}Mo"),
                gigabyte: .always("\(.number)\u{202F}Go"),
                terabyte: .always("\(.number)\u{202F}To"),
                petabyte: .always("\(.number)\u{202F}Po"),
                exabyte: .always("\(.number)\u{202F}Eo")
            ),
            perSecond: "\(.amount)/s",
            durations: DurationUnits(
                day: PluralForms(one: "\(.number)\u{A0}jour", many: "\(.number)\u{A0}jours",
                    other: "\(.number)\u{A0}jours"),
                hour: PluralForms(one: "\(.number)\u{A0}heure", many: "\(.number)\u{A0}heures",
                    other: "\(.number)\u{A0}heures"),
                minute: PluralForms(one: "\(.number) minute", many: "\(.number) minutes", other: "\(.number) minutes"),
                second: PluralForms(one: "\(.number)\u{A0}seconde", many: "\(.number)\u{A0}secondes",
                    other: "\(.number)\u{A0}secondes"),
                pair: "\(.larger) et \(.smaller)"
            )
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if (0...1).contains(i) { return .one }
        if i != 0 && i % 1000000 == 0 && number.isWhole { return .many }
        return .other
    }
}
