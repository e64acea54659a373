// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var it: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: ".", minimumGroupingDigits: 2),
            percent: "\(.number)%",
            bytes: [
                .always("\(.number) byte"), .always("\(.number) kB"), .always("\(.number) MB"),
                .always("\(.number) GB"), .always("\(.number) TB"), .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/s",
            durations: [
                PluralForms(one: "\(.number) giorno", many: "\(.number) giorni", other: "\(.number) giorni"),
                PluralForms(one: "\(.number) ora", many: "\(.number) ore", other: "\(.number) ore"),
                PluralForms(one: "\(.number) minuto", many: "\(.number) minuti", other: "\(.number) minuti"),
                PluralForms(one: "\(.number) secondo", many: "\(.number) secondi", other: "\(.number) secondi"),
            ],
            durationPair: "\(.larger) e \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if i == 1 && number.isWhole { return .one }
        if i != 0 && i % 1000000 == 0 && number.isWhole { return .many }
        return .other
    }
}
