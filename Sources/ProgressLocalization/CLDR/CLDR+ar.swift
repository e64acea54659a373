// Made by Scripts/cldr from CLDR 47 (Babel 2.18.0); do not edit.
// swift-format-ignore-file

extension CLDR {
    static var ar: CLDR {
        CLDR(
            pluralCategory: category,
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percent: "\(.number)\u{200E}%\u{200E}",
            isRightToLeft: true,
            bytes: [
                .always("\(.number) بايت"), .always("\(.number) كيلوبايت"), .always("\(.number) م.ب"),
                .always("\(.number) غ.ب"), .always("\(.number) تيرابايت"), .always("\(.number) بيتابايت"),
                .always("\(.number) إكسابايت"),
            ],
            perSecond: "\(.amount)/ث",
            durations: [
                PluralForms(zero: "\(.number) يوم", one: "يوم", two: "يومان", few: "\(.number) أيام",
                    many: "\(.number) يومًا", other: "\(.number) يوم"),
                PluralForms(zero: "\(.number) ساعة", one: "ساعة", two: "ساعتان", few: "\(.number) ساعات",
                    many: "\(.number) ساعة", other: "\(.number) ساعة"),
                PluralForms(zero: "\(.number) دقيقة", one: "دقيقة", two: "دقيقتان", few: "\(.number) دقائق",
                    many: "\(.number) دقيقة", other: "\(.number) دقيقة"),
                PluralForms(zero: "\(.number) ثانية", one: "ثانية", two: "ثانيتان", few: "\(.number) ثوان",
                    many: "\(.number) ثانية", other: "\(.number) ثانية"),
            ],
            durationPair: "\(.larger) و\(.smaller)"
        )
    }

    private static func category(of number: DecimalNumber) -> PluralCategory {
        let i = number.integer
        if number.isWhole && i == 0 { return .zero }
        if number.isWhole && i == 1 { return .one }
        if number.isWhole && i == 2 { return .two }
        if number.isWhole && (3...10).contains(i % 100) { return .few }
        if number.isWhole && (11...99).contains(i % 100) { return .many }
        return .other
    }
}
