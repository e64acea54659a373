// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var ru: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ",", groupingSeparator: "\u{A0}"),
            percent: "\(.number)\u{A0}%",
            bytes: [
                PluralForms(one: "\(.number) байт", few: "\(.number) байта", many: "\(.number) байт",
                    other: "\(.number) байта"), .always("\(.number) кБ"), .always("\(.number) МБ"),
                .always("\(.number) ГБ"), .always("\(.number) ТБ"), .always("\(.number) ПБ"), .always("\(.number) ЭБ"),
            ],
            perSecond: "\(.amount)/с",
            durations: [
                PluralForms(one: "\(.number) день", few: "\(.number) дня", many: "\(.number) дней",
                    other: "\(.number) дня"),
                PluralForms(one: "\(.number) час", few: "\(.number) часа", many: "\(.number) часов",
                    other: "\(.number) часа"),
                PluralForms(one: "\(.number) минута", few: "\(.number) минуты", many: "\(.number) минут",
                    other: "\(.number) минуты"),
                PluralForms(one: "\(.number) секунда", few: "\(.number) секунды", many: "\(.number) секунд",
                    other: "\(.number) секунды"),
            ],
            durationPair: "\(.larger) \(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if number.isWhole && i % 10 == 1 && i % 100 != 11 { return .one }
        if number.isWhole && (2...4).contains(i % 10) && !(12...14).contains(i % 100) { return .few }
        if number.isWhole && i % 10 == 0 { return .many }
        if number.isWhole && (5...9).contains(i % 10) { return .many }
        if number.isWhole && (11...14).contains(i % 100) { return .many }
        return .other
    }
}
