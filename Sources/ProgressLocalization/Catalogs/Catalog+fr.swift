extension Catalog {
    /// For the translator: nouns of action (« Copie de … »), as Apple writes it. Zero is singular; from a million on,
    /// “de” stands before the noun. “Il reste” does not bend. CLDR brings the no-break spaces before units.
    static var french: Catalog {
        Catalog(
            tag: "fr",
            aliases: [],
            cldr: .fr,
            percentCompleted: "Terminé à \(.percent)",
            unitsOfTotal: "\(.completed) sur \(.total)",
            bytesOfTotal: "\(.completed) sur \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) sur \(.total) fichier",
                many: "\(.completed) sur \(.total) de fichiers",
                other: "\(.completed) sur \(.total) fichiers"
            ),
            files: frenchFiles,
            quotation: "«\u{A0}\(.name)\u{A0}»",
            remaining: RemainingSentences(
                initial: .always("Il reste \(.duration)"),
                following: .always("il reste \(.duration)")
            ),
            additional: .common
        )
    }

    private static var frenchFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Téléchargement de \(.number) fichier…",
                    many: "Téléchargement de \(.number) de fichiers…",
                    other: "Téléchargement de \(.number) fichiers…"
                ),
                named: "Téléchargement de \(.quotedName)…",
                bare: "Téléchargement de fichiers…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Décompression de \(.number) fichier…",
                    many: "Décompression de \(.number) de fichiers…",
                    other: "Décompression de \(.number) fichiers…"
                ),
                named: "Décompression de \(.quotedName)…",
                bare: "Décompression de fichiers…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Réception de \(.number) fichier…",
                    many: "Réception de \(.number) de fichiers…",
                    other: "Réception de \(.number) fichiers…"
                ),
                named: "Réception de \(.quotedName)…",
                bare: "Réception de fichiers…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Copie de \(.number) fichier…",
                    many: "Copie de \(.number) de fichiers…",
                    other: "Copie de \(.number) fichiers…"
                ),
                named: "Copie de \(.quotedName)…",
                bare: "Copie de fichiers…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Téléversement de \(.number) fichier…",
                    many: "Téléversement de \(.number) de fichiers…",
                    other: "Téléversement de \(.number) fichiers…"
                ),
                named: "Téléversement de \(.quotedName)…",
                bare: "Téléversement de fichiers…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Duplication de \(.number) fichier…",
                    many: "Duplication de \(.number) de fichiers…",
                    other: "Duplication de \(.number) fichiers…"
                ),
                named: "Duplication de \(.quotedName)…",
                bare: "Duplication de fichiers…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Traitement de \(.number) fichier…",
                    many: "Traitement de \(.number) de fichiers…",
                    other: "Traitement de \(.number) fichiers…"
                ),
                named: "Traitement de \(.quotedName)…",
                bare: "Traitement de fichiers…"
            )
        )
    }
}
