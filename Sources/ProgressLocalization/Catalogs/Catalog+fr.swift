extension Catalog {
    /// For the translator: nouns of action (« Copie de … »), as Apple writes it. Zero is singular; from a million on,
    /// “de” precedes the noun. “Il reste” does not inflect. CLDR brings the no-break spaces before units.
    static var french: Catalog {
        func files(_ noun: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(noun) de \(.number) fichier…",
                    many: "\(noun) de \(.number) de fichiers…",
                    other: "\(noun) de \(.number) fichiers…"
                ),
                named: "\(noun) de \(.quotedName)…",
                bare: "\(noun) de fichiers…"
            )
        }
        return Catalog(
            tag: "fr",
            cldr: .fr,
            percentCompleted: "Terminé à \(.percent)",
            unitsOfTotal: "\(.completed) sur \(.total)",
            bytesOfTotal: "\(.completed) sur \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) sur \(.total) fichier",
                many: "\(.completed) sur \(.total) de fichiers",
                other: "\(.completed) sur \(.total) fichiers"
            ),
            files: FileSentences(
                downloading: files("Téléchargement"),
                decompressing: files("Décompression"),
                receiving: files("Réception"),
                copying: files("Copie"),
                uploading: files("Téléversement"),
                duplicating: files("Duplication"),
                processing: files("Traitement")
            ),
            states: StateNames(
                failed: "Échec",
                cancelled: "Annulé",
                finished: "Terminé",
                paused: "En pause",
                stalled: "Bloqué",
                indeterminate: "Durée inconnue",
                running: "En cours"
            ),
            quotation: "«\u{A0}\(.name)\u{A0}»",
            remaining: RemainingSentences("Il reste \(.duration)", following: "il reste \(.duration)")
        )
    }
}
