extension Catalog {
    /// For the translator: nouns of action (“Copia di…”), as Apple writes it. “File” does not bend; from a million on,
    /// “di” stands before it. “Rimane” or “rimangono” agrees with the first number, which stands right after it.
    static var italian: Catalog {
        Catalog(
            tag: "it",
            aliases: [],
            cldr: .it,
            percentCompleted: "\(.percent) completato",
            unitsOfTotal: "\(.completed) di \(.total)",
            bytesOfTotal: "\(.completed) di \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) di \(.total) file",
                many: "\(.completed) di \(.total) di file",
                other: "\(.completed) di \(.total) file"
            ),
            files: italianFiles,
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
            ),
            additional: .common
        )
    }

    private static var italianFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Download di \(.number) file…",
                    many: "Download di \(.number) di file…",
                    other: "Download di \(.number) file…"
                ),
                named: "Download di \(.quotedName)…",
                bare: "Download dei file…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Decompressione di \(.number) file…",
                    many: "Decompressione di \(.number) di file…",
                    other: "Decompressione di \(.number) file…"
                ),
                named: "Decompressione di \(.quotedName)…",
                bare: "Decompressione dei file…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Ricezione di \(.number) file…",
                    many: "Ricezione di \(.number) di file…",
                    other: "Ricezione di \(.number) file…"
                ),
                named: "Ricezione di \(.quotedName)…",
                bare: "Ricezione dei file…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Copia di \(.number) file…",
                    many: "Copia di \(.number) di file…",
                    other: "Copia di \(.number) file…"
                ),
                named: "Copia di \(.quotedName)…",
                bare: "Copia dei file…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Caricamento di \(.number) file…",
                    many: "Caricamento di \(.number) di file…",
                    other: "Caricamento di \(.number) file…"
                ),
                named: "Caricamento di \(.quotedName)…",
                bare: "Caricamento dei file…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Duplicazione di \(.number) file…",
                    many: "Duplicazione di \(.number) di file…",
                    other: "Duplicazione di \(.number) file…"
                ),
                named: "Duplicazione di \(.quotedName)…",
                bare: "Duplicazione dei file…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Elaborazione di \(.number) file…",
                    many: "Elaborazione di \(.number) di file…",
                    other: "Elaborazione di \(.number) file…"
                ),
                named: "Elaborazione di \(.quotedName)…",
                bare: "Elaborazione dei file…"
            )
        )
    }
}
