extension Catalog {
    /// For the translator: nouns of action, so that what follows is in the genitive: „1 pliku”, but „2 plików”, „22
    /// plików” and „5 plików”. CLDR's durations are in the nominative, which the colon after „pozostało” allows.
    static var polish: Catalog {
        func files(_ noun: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(noun) \(.number) pliku…",
                    few: "\(noun) \(.number) plików…",
                    many: "\(noun) \(.number) plików…",
                    other: "\(noun) \(.number) pliku…"
                ),
                named: "\(noun) \(.quotedName)…",
                bare: "\(noun) plików…"
            )
        }
        return Catalog(
            tag: "pl",
            cldr: .pl,
            percentCompleted: "Ukończono \(.percent)",
            unitsOfTotal: "\(.completed) z \(.total)",
            bytesOfTotal: "\(.completed) z \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) z \(.total) pliku",
                few: "\(.completed) z \(.total) plików",
                many: "\(.completed) z \(.total) plików",
                other: "\(.completed) z \(.total) pliku"
            ),
            files: FileSentences(
                downloading: files("Pobieranie"),
                decompressing: files("Rozpakowywanie"),
                receiving: files("Odbieranie"),
                copying: files("Kopiowanie"),
                uploading: files("Wysyłanie"),
                duplicating: files("Powielanie"),
                processing: files("Przetwarzanie")
            ),
            states: StateNames(
                failed: "Niepowodzenie",
                cancelled: "Anulowane",
                finished: "Ukończone",
                paused: "Wstrzymane",
                stalled: "Brak wieści",
                indeterminate: "Bez znanego końca",
                running: "W toku"
            ),
            quotation: "„\(.name)”",
            remaining: RemainingSentences("Pozostało: \(.duration)", following: "pozostało: \(.duration)")
        )
    }
}
