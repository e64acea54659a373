extension Catalog {
    /// For the translator: nouns of action, so that what follows is in the genitive: „1 pliku”, but „2 plików”, „22
    /// plików” and „5 plików”. CLDR's durations are in the nominative, which the colon after „pozostało” allows.
    static var polish: Catalog {
        Catalog(
            tag: "pl",
            aliases: [],
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
            files: polishFiles,
            quotation: "„\(.name)”",
            remaining: RemainingSentences(
                initial: .always("Pozostało: \(.duration)"),
                following: .always("pozostało: \(.duration)")
            ),
            additional: .common
        )
    }

    private static var polishFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Pobieranie \(.number) pliku…",
                    few: "Pobieranie \(.number) plików…",
                    many: "Pobieranie \(.number) plików…",
                    other: "Pobieranie \(.number) pliku…"
                ),
                named: "Pobieranie \(.quotedName)…",
                bare: "Pobieranie plików…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Rozpakowywanie \(.number) pliku…",
                    few: "Rozpakowywanie \(.number) plików…",
                    many: "Rozpakowywanie \(.number) plików…",
                    other: "Rozpakowywanie \(.number) pliku…"
                ),
                named: "Rozpakowywanie \(.quotedName)…",
                bare: "Rozpakowywanie plików…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Odbieranie \(.number) pliku…",
                    few: "Odbieranie \(.number) plików…",
                    many: "Odbieranie \(.number) plików…",
                    other: "Odbieranie \(.number) pliku…"
                ),
                named: "Odbieranie \(.quotedName)…",
                bare: "Odbieranie plików…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Kopiowanie \(.number) pliku…",
                    few: "Kopiowanie \(.number) plików…",
                    many: "Kopiowanie \(.number) plików…",
                    other: "Kopiowanie \(.number) pliku…"
                ),
                named: "Kopiowanie \(.quotedName)…",
                bare: "Kopiowanie plików…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Wysyłanie \(.number) pliku…",
                    few: "Wysyłanie \(.number) plików…",
                    many: "Wysyłanie \(.number) plików…",
                    other: "Wysyłanie \(.number) pliku…"
                ),
                named: "Wysyłanie \(.quotedName)…",
                bare: "Wysyłanie plików…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Powielanie \(.number) pliku…",
                    few: "Powielanie \(.number) plików…",
                    many: "Powielanie \(.number) plików…",
                    other: "Powielanie \(.number) pliku…"
                ),
                named: "Powielanie \(.quotedName)…",
                bare: "Powielanie plików…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Przetwarzanie \(.number) pliku…",
                    few: "Przetwarzanie \(.number) plików…",
                    many: "Przetwarzanie \(.number) plików…",
                    other: "Przetwarzanie \(.number) pliku…"
                ),
                named: "Przetwarzanie \(.quotedName)…",
                bare: "Przetwarzanie plików…"
            )
        )
    }
}
