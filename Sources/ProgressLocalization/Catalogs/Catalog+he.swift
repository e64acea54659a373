extension Catalog {
    /// For the translator: present tense, masculine singular, the program speaking (“מעתיק”), as Apple writes it; “את”
    /// before a name. One and two are written in words. The colon avoids the four forms of “נותר”. A name is isolated,
    /// because it may run the other way.
    static var hebrew: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(verb) קובץ אחד…",
                    two: "\(verb) שני קבצים…",
                    other: "\(verb) \(.number) קבצים…"
                ),
                named: "\(verb) את \(.quotedName)…",
                bare: "\(verb) קבצים…"
            )
        }
        return Catalog(
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
            files: FileSentences(
                downloading: files("מוריד"),
                decompressing: files("מחלץ"),
                receiving: files("מקבל"),
                copying: files("מעתיק"),
                uploading: files("מעלה"),
                duplicating: files("משכפל"),
                processing: files("מעבד")
            ),
            states: StateNames(
                failed: "נכשל",
                cancelled: "בוטל",
                finished: "הושלם",
                paused: "מושהה",
                stalled: "אין עדכון",
                indeterminate: "ללא סוף ידוע",
                running: "בביצוע"
            ),
            quotation: "\"\u{2068}\(.name)\u{2069}\"",
            remaining: RemainingSentences("הזמן שנותר: \(.duration)")
        )
    }
}
