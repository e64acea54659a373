extension Catalog {
    /// For the translator: “جارٍ” and a noun of action, so that what follows is in the genitive; six forms: none, one
    /// (in words), two (the dual), few (3 to 10, plural), many (11 to 99, accusative singular), other (100, singular).
    /// CLDR's durations are in the nominative, which the colon allows. CLDR writes `ar` in Latin digits. A name is
    /// isolated, because it may run the other way.
    static var arabic: Catalog {
        func files(_ noun: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    zero: "جارٍ \(noun) \(.number) ملف…",
                    one: "جارٍ \(noun) ملف واحد…",
                    two: "جارٍ \(noun) ملفين…",
                    few: "جارٍ \(noun) \(.number) ملفات…",
                    many: "جارٍ \(noun) \(.number) ملفًا…",
                    other: "جارٍ \(noun) \(.number) ملف…"
                ),
                named: "جارٍ \(noun) \(.quotedName)…",
                bare: "جارٍ \(noun) الملفات…"
            )
        }
        return Catalog(
            tag: "ar",
            cldr: .ar,
            percentCompleted: "اكتمل \(.percent)",
            unitsOfTotal: "\(.completed) من \(.total)",
            bytesOfTotal: "\(.completed) من \(.total)",
            filesOfTotal: PluralForms(
                zero: "\(.completed) من \(.total) ملف",
                one: "\(.completed) من ملف واحد",
                two: "\(.completed) من ملفين",
                few: "\(.completed) من \(.total) ملفات",
                many: "\(.completed) من \(.total) ملفًا",
                other: "\(.completed) من \(.total) ملف"
            ),
            files: FileSentences(
                downloading: files("تنزيل"),
                decompressing: files("فك ضغط"),
                receiving: files("استلام"),
                copying: files("نسخ"),
                uploading: files("رفع"),
                duplicating: files("تكرار"),
                processing: files("معالجة")
            ),
            states: StateNames(
                failed: "فشل",
                cancelled: "أُلغي",
                finished: "اكتمل",
                paused: "موقوف مؤقتًا",
                stalled: "بلا أخبار",
                indeterminate: "بلا نهاية معروفة",
                running: "قيد التنفيذ"
            ),
            quotation: "\"\u{2068}\(.name)\u{2069}\"",
            remaining: RemainingSentences("الوقت المتبقي: \(.duration)")
        )
    }
}
