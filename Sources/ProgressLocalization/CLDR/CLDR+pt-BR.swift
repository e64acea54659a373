// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var ptBR: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "."),
            percent: "\(.number)%",
            bytes: [
                PluralForms(one: "\(.number) byte", many: "\(.number) bytes", other: "\(.number) bytes"),
                .always("\(.number) kB"), .always("\(.number) MB"), .always("\(.number) GB"), .always("\(.number) TB"),
                .always("\(.number) PB"), .always("\(.number) EB"),
            ],
            perSecond: "\(.amount)/s",
            durations: [
                PluralForms(one: "\(.number) dia", many: "\(.number) dias", other: "\(.number) dias"),
                PluralForms(one: "\(.number) hora", many: "\(.number) horas", other: "\(.number) horas"),
                PluralForms(one: "\(.number) minuto", many: "\(.number) minutos", other: "\(.number) minutos"),
                PluralForms(one: "\(.number) segundo", many: "\(.number) segundos", other: "\(.number) segundos"),
            ],
            durationPair: "\(.larger) e \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if (0...1).contains(i) { return .one }
        if i != 0 && i % 1000000 == 0 && number.isWhole { return .many }
        return .other
    }
}
