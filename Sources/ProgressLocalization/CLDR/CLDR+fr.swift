// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var fr: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "\u{202F}"),
            percent: "\(.number)\u{A0}%",
            bytes: [
                PluralForms(one: "\(.number)\u{A0}octet", many: "\(.number)\u{A0}octets",
                    other: "\(.number)\u{A0}octets"), .always("\(.number)\u{202F}ko"), .always("\(.number)\u{202F}Mo"),
                .always("\(.number)\u{202F}Go"), .always("\(.number)\u{202F}To"), .always("\(.number)\u{202F}Po"),
                .always("\(.number)\u{202F}Eo"),
            ],
            perSecond: "\(.amount)/s",
            durations: [
                PluralForms(one: "\(.number)\u{A0}jour", many: "\(.number)\u{A0}jours", other: "\(.number)\u{A0}jours"),
                PluralForms(one: "\(.number)\u{A0}heure", many: "\(.number)\u{A0}heures",
                    other: "\(.number)\u{A0}heures"),
                PluralForms(one: "\(.number) minute", many: "\(.number) minutes", other: "\(.number) minutes"),
                PluralForms(one: "\(.number)\u{A0}seconde", many: "\(.number)\u{A0}secondes",
                    other: "\(.number)\u{A0}secondes"),
            ],
            durationPair: "\(.larger) et \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if (0...1).contains(i) { return .one }
        if i != 0 && i % 1000000 == 0 && number.isWhole { return .many }
        return .other
    }
}
