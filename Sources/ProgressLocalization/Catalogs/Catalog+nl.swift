extension Catalog {
    /// For the translator: passive present (‘wordt gekopieerd’), as Apple writes it. “Nog” begins a text, “nog” goes on
    /// after the dash.
    static var dutch: Catalog {
        Catalog(
            tag: "nl",
            aliases: [],
            cldr: .nl,
            percentCompleted: "\(.percent) voltooid",
            unitsOfTotal: "\(.completed) van \(.total)",
            bytesOfTotal: "\(.completed) van \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) van \(.total) bestand",
                other: "\(.completed) van \(.total) bestanden"
            ),
            files: dutchFiles,
            quotation: "‘\(.name)’",
            remaining: RemainingSentences(
                initial: .always("Nog \(.duration)"),
                following: .always("nog \(.duration)")
            ),
            additional: .common
        )
    }

    private static var dutchFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt gedownload…",
                    other: "\(.number) bestanden worden gedownload…"
                ),
                named: "\(.quotedName) wordt gedownload…",
                bare: "Bestanden worden gedownload…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt uitgepakt…",
                    other: "\(.number) bestanden worden uitgepakt…"
                ),
                named: "\(.quotedName) wordt uitgepakt…",
                bare: "Bestanden worden uitgepakt…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt ontvangen…",
                    other: "\(.number) bestanden worden ontvangen…"
                ),
                named: "\(.quotedName) wordt ontvangen…",
                bare: "Bestanden worden ontvangen…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt gekopieerd…",
                    other: "\(.number) bestanden worden gekopieerd…"
                ),
                named: "\(.quotedName) wordt gekopieerd…",
                bare: "Bestanden worden gekopieerd…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt geüpload…",
                    other: "\(.number) bestanden worden geüpload…"
                ),
                named: "\(.quotedName) wordt geüpload…",
                bare: "Bestanden worden geüpload…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt gedupliceerd…",
                    other: "\(.number) bestanden worden gedupliceerd…"
                ),
                named: "\(.quotedName) wordt gedupliceerd…",
                bare: "Bestanden worden gedupliceerd…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt verwerkt…",
                    other: "\(.number) bestanden worden verwerkt…"
                ),
                named: "\(.quotedName) wordt verwerkt…",
                bare: "Bestanden worden verwerkt…"
            )
        )
    }
}
