extension Catalog {
    /// For the translator: passive present („wird kopiert“), as Apple, GNOME and KDE write it. A no-break space
    /// precedes the ellipsis, because whole words are left out. „Noch“ begins a text, „noch“ follows the dash.
    static var german: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(.number) Datei wird \(verb)\u{A0}…",
                    other: "\(.number) Dateien werden \(verb)\u{A0}…"
                ),
                named: "\(.quotedName) wird \(verb)\u{A0}…",
                bare: "Dateien werden \(verb)\u{A0}…"
            )
        }
        return Catalog(
            tag: "de",
            cldr: .de,
            percentCompleted: "\(.percent) abgeschlossen",
            unitsOfTotal: "\(.completed) von \(.total)",
            bytesOfTotal: "\(.completed) von \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) von \(.total) Datei",
                other: "\(.completed) von \(.total) Dateien"
            ),
            files: FileSentences(
                downloading: files("heruntergeladen"),
                decompressing: files("entpackt"),
                receiving: files("empfangen"),
                copying: files("kopiert"),
                uploading: files("hochgeladen"),
                duplicating: files("dupliziert"),
                processing: files("verarbeitet")
            ),
            states: StateNames(
                failed: "Fehlgeschlagen",
                cancelled: "Abgebrochen",
                finished: "Fertig",
                paused: "Angehalten",
                stalled: "Hängt",
                indeterminate: "Ende offen",
                running: "Läuft"
            ),
            quotation: "„\(.name)“",
            remaining: RemainingSentences("Noch \(.duration)", following: "noch \(.duration)")
        )
    }
}
