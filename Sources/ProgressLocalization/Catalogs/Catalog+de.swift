extension Catalog {
    /// For the translator: passive present („wird kopiert“), as Apple, GNOME and KDE write it. A no-break space stands
    /// before the ellipsis, because whole words are left out. „Noch“ begins a text, „noch“ goes on after the dash.
    static var german: Catalog {
        Catalog(
            tag: "de",
            aliases: [],
            cldr: .de,
            percentCompleted: "\(.percent) abgeschlossen",
            unitsOfTotal: "\(.completed) von \(.total)",
            bytesOfTotal: "\(.completed) von \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) von \(.total) Datei",
                other: "\(.completed) von \(.total) Dateien"
            ),
            files: germanFiles,
            quotation: "„\(.name)“",
            remaining: RemainingSentences(
                initial: .always("Noch \(.duration)"),
                following: .always("noch \(.duration)")
            ),
            additional: .common
        )
    }

    private static var germanFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird heruntergeladen\u{A0}…",
                    other: "\(.number) Dateien werden heruntergeladen\u{A0}…"
                ),
                named: "\(.quotedName) wird heruntergeladen\u{A0}…",
                bare: "Dateien werden heruntergeladen\u{A0}…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird entpackt\u{A0}…",
                    other: "\(.number) Dateien werden entpackt\u{A0}…"
                ),
                named: "\(.quotedName) wird entpackt\u{A0}…",
                bare: "Dateien werden entpackt\u{A0}…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird empfangen\u{A0}…",
                    other: "\(.number) Dateien werden empfangen\u{A0}…"
                ),
                named: "\(.quotedName) wird empfangen\u{A0}…",
                bare: "Dateien werden empfangen\u{A0}…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird kopiert\u{A0}…",
                    other: "\(.number) Dateien werden kopiert\u{A0}…"
                ),
                named: "\(.quotedName) wird kopiert\u{A0}…",
                bare: "Dateien werden kopiert\u{A0}…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird hochgeladen\u{A0}…",
                    other: "\(.number) Dateien werden hochgeladen\u{A0}…"
                ),
                named: "\(.quotedName) wird hochgeladen\u{A0}…",
                bare: "Dateien werden hochgeladen\u{A0}…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird dupliziert\u{A0}…",
                    other: "\(.number) Dateien werden dupliziert\u{A0}…"
                ),
                named: "\(.quotedName) wird dupliziert\u{A0}…",
                bare: "Dateien werden dupliziert\u{A0}…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird verarbeitet\u{A0}…",
                    other: "\(.number) Dateien werden verarbeitet\u{A0}…"
                ),
                named: "\(.quotedName) wird verarbeitet\u{A0}…",
                bare: "Dateien werden verarbeitet\u{A0}…"
            )
        )
    }
}
