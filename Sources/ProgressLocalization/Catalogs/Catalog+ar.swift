extension Catalog {
    /// For the translator: “جارٍ” and a noun of action, so that what follows is in the genitive; six forms: none, one
    /// (in words), two (the dual), few (3 to 10, plural), many (11 to 99, accusative singular), other (100, singular).
    /// CLDR's durations are in the nominative, which the colon allows. CLDR writes `ar` in Latin digits. A name is
    /// isolated, because it may run the other way.
    static var arabic: Catalog {
        Catalog(
            tag: "ar",
            aliases: [],
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
            files: arabicFiles,
            quotation: "\"\u{2068}\(.name)\u{2069}\"",
            remaining: RemainingSentences("الوقت المتبقي: \(.duration)"),
            additional: .common
        )
    }

    private static var arabicFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    zero: "جارٍ تنزيل \(.number) ملف…",
                    one: "جارٍ تنزيل ملف واحد…",
                    two: "جارٍ تنزيل ملفين…",
                    few: "جارٍ تنزيل \(.number) ملفات…",
                    many: "جارٍ تنزيل \(.number) ملفًا…",
                    other: "جارٍ تنزيل \(.number) ملف…"
                ),
                named: "جارٍ تنزيل \(.quotedName)…",
                bare: "جارٍ تنزيل الملفات…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    zero: "جارٍ فك ضغط \(.number) ملف…",
                    one: "جارٍ فك ضغط ملف واحد…",
                    two: "جارٍ فك ضغط ملفين…",
                    few: "جارٍ فك ضغط \(.number) ملفات…",
                    many: "جارٍ فك ضغط \(.number) ملفًا…",
                    other: "جارٍ فك ضغط \(.number) ملف…"
                ),
                named: "جارٍ فك ضغط \(.quotedName)…",
                bare: "جارٍ فك ضغط الملفات…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    zero: "جارٍ استلام \(.number) ملف…",
                    one: "جارٍ استلام ملف واحد…",
                    two: "جارٍ استلام ملفين…",
                    few: "جارٍ استلام \(.number) ملفات…",
                    many: "جارٍ استلام \(.number) ملفًا…",
                    other: "جارٍ استلام \(.number) ملف…"
                ),
                named: "جارٍ استلام \(.quotedName)…",
                bare: "جارٍ استلام الملفات…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    zero: "جارٍ نسخ \(.number) ملف…",
                    one: "جارٍ نسخ ملف واحد…",
                    two: "جارٍ نسخ ملفين…",
                    few: "جارٍ نسخ \(.number) ملفات…",
                    many: "جارٍ نسخ \(.number) ملفًا…",
                    other: "جارٍ نسخ \(.number) ملف…"
                ),
                named: "جارٍ نسخ \(.quotedName)…",
                bare: "جارٍ نسخ الملفات…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    zero: "جارٍ رفع \(.number) ملف…",
                    one: "جارٍ رفع ملف واحد…",
                    two: "جارٍ رفع ملفين…",
                    few: "جارٍ رفع \(.number) ملفات…",
                    many: "جارٍ رفع \(.number) ملفًا…",
                    other: "جارٍ رفع \(.number) ملف…"
                ),
                named: "جارٍ رفع \(.quotedName)…",
                bare: "جارٍ رفع الملفات…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    zero: "جارٍ تكرار \(.number) ملف…",
                    one: "جارٍ تكرار ملف واحد…",
                    two: "جارٍ تكرار ملفين…",
                    few: "جارٍ تكرار \(.number) ملفات…",
                    many: "جارٍ تكرار \(.number) ملفًا…",
                    other: "جارٍ تكرار \(.number) ملف…"
                ),
                named: "جارٍ تكرار \(.quotedName)…",
                bare: "جارٍ تكرار الملفات…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    zero: "جارٍ معالجة \(.number) ملف…",
                    one: "جارٍ معالجة ملف واحد…",
                    two: "جارٍ معالجة ملفين…",
                    few: "جارٍ معالجة \(.number) ملفات…",
                    many: "جارٍ معالجة \(.number) ملفًا…",
                    other: "جارٍ معالجة \(.number) ملف…"
                ),
                named: "جارٍ معالجة \(.quotedName)…",
                bare: "جارٍ معالجة الملفات…"
            )
        )
    }
}
