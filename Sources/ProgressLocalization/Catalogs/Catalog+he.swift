extension Catalog {
    /// For the translator: present tense, masculine singular, the program speaking (“מעתיק”), as Apple writes it; “את”
    /// before a name. One and two are written in words. The colon spares “נותר” its four forms. A name is isolated,
    /// because it may run the other way.
    static var hebrew: Catalog {
        Catalog(
            tag: "he",
            aliases: ["iw"],
            cldr: .he,
            percentCompleted: "הושלמו \(.percent)",
            unitsOfTotal: "\(.completed) מתוך \(.total)",
            bytesOfTotal: "\(.completed) מתוך \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) מתוך קובץ אחד",
                two: "\(.completed) מתוך שני קבצים",
                other: "\(.completed) מתוך \(.total) קבצים"
            ),
            files: hebrewFiles,
            quotation: "\"\u{2068}\(.name)\u{2069}\"",
            remaining: RemainingSentences("הזמן שנותר: \(.duration)"),
            additional: .common
        )
    }

    private static var hebrewFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(one: "מוריד קובץ אחד…", two: "מוריד שני קבצים…", other: "מוריד \(.number) קבצים…"),
                named: "מוריד את \(.quotedName)…",
                bare: "מוריד קבצים…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(one: "מחלץ קובץ אחד…", two: "מחלץ שני קבצים…", other: "מחלץ \(.number) קבצים…"),
                named: "מחלץ את \(.quotedName)…",
                bare: "מחלץ קבצים…"
            ),
            receiving: FileSentence(
                counted: PluralForms(one: "מקבל קובץ אחד…", two: "מקבל שני קבצים…", other: "מקבל \(.number) קבצים…"),
                named: "מקבל את \(.quotedName)…",
                bare: "מקבל קבצים…"
            ),
            copying: FileSentence(
                counted: PluralForms(one: "מעתיק קובץ אחד…", two: "מעתיק שני קבצים…", other: "מעתיק \(.number) קבצים…"),
                named: "מעתיק את \(.quotedName)…",
                bare: "מעתיק קבצים…"
            ),
            uploading: FileSentence(
                counted: PluralForms(one: "מעלה קובץ אחד…", two: "מעלה שני קבצים…", other: "מעלה \(.number) קבצים…"),
                named: "מעלה את \(.quotedName)…",
                bare: "מעלה קבצים…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(one: "משכפל קובץ אחד…", two: "משכפל שני קבצים…", other: "משכפל \(.number) קבצים…"),
                named: "משכפל את \(.quotedName)…",
                bare: "משכפל קבצים…"
            ),
            processing: FileSentence(
                counted: PluralForms(one: "מעבד קובץ אחד…", two: "מעבד שני קבצים…", other: "מעבד \(.number) קבצים…"),
                named: "מעבד את \(.quotedName)…",
                bare: "מעבד קבצים…"
            )
        )
    }
}
