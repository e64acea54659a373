extension Catalog {
    /// For the translator: nouns of action (“Copia di…”), as Apple writes it. “File” does not inflect; from a million
    /// on, “di” precedes it. “Rimane” or “rimangono” agrees with the first number, which follows it directly.
    static var italian: Catalog {
        func files(_ noun: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(noun) di \(.number) file…",
                    many: "\(noun) di \(.number) di file…",
                    other: "\(noun) di \(.number) file…"
                ),
                named: "\(noun) di \(.quotedName)…",
                bare: "\(noun) dei file…"
            )
        }
        return Catalog(
            tag: "it",
            cldr: .it,
            percentCompleted: "\(.percent) completato",
            unitsOfTotal: "\(.completed) di \(.total)",
            bytesOfTotal: "\(.completed) di \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) di \(.total) file",
                many: "\(.completed) di \(.total) di file",
                other: "\(.completed) di \(.total) file"
            ),
            files: FileSentences(
                downloading: files("Download"),
                decompressing: files("Decompressione"),
                receiving: files("Ricezione"),
                copying: files("Copia"),
                uploading: files("Caricamento"),
                duplicating: files("Duplicazione"),
                processing: files("Elaborazione")
            ),
            states: StateNames(
                failed: "Non riuscito",
                cancelled: "Annullato",
                finished: "Completato",
                paused: "In pausa",
                stalled: "Senza notizie",
                indeterminate: "Durata ignota",
                running: "In corso"
            ),
            quotation: "«\(.name)»",
            remaining: RemainingSentences(
                initial: PluralForms(
                    one: "Rimane \(.duration)",
                    many: "Rimangono \(.duration)",
                    other: "Rimangono \(.duration)"
                ),
                following: PluralForms(
                    one: "rimane \(.duration)",
                    many: "rimangono \(.duration)",
                    other: "rimangono \(.duration)"
                )
            )
        )
    }
}
