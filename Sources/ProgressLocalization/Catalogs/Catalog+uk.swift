extension Catalog {
    /// For the translator: nouns of action, so that what follows is in the genitive: «1 файлу» and «21 файлу», but «2
    /// файлів» and «5 файлів». CLDR's durations are in the nominative, which the colon after «залишилося» allows.
    static var ukrainian: Catalog {
        Catalog(
            tag: "uk",
            aliases: [],
            cldr: .uk,
            percentCompleted: "Виконано \(.percent)",
            unitsOfTotal: "\(.completed) з \(.total)",
            bytesOfTotal: "\(.completed) з \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) з \(.total) файлу",
                few: "\(.completed) з \(.total) файлів",
                many: "\(.completed) з \(.total) файлів",
                other: "\(.completed) з \(.total) файлу"
            ),
            files: ukrainianFiles,
            quotation: "«\(.name)»",
            remaining: RemainingSentences(
                initial: .always("Залишилося: \(.duration)"),
                following: .always("залишилося: \(.duration)")
            ),
            additional: .common
        )
    }

    private static var ukrainianFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Завантаження \(.number) файлу…",
                    few: "Завантаження \(.number) файлів…",
                    many: "Завантаження \(.number) файлів…",
                    other: "Завантаження \(.number) файлу…"
                ),
                named: "Завантаження \(.quotedName)…",
                bare: "Завантаження файлів…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Розпакування \(.number) файлу…",
                    few: "Розпакування \(.number) файлів…",
                    many: "Розпакування \(.number) файлів…",
                    other: "Розпакування \(.number) файлу…"
                ),
                named: "Розпакування \(.quotedName)…",
                bare: "Розпакування файлів…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Отримання \(.number) файлу…",
                    few: "Отримання \(.number) файлів…",
                    many: "Отримання \(.number) файлів…",
                    other: "Отримання \(.number) файлу…"
                ),
                named: "Отримання \(.quotedName)…",
                bare: "Отримання файлів…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Копіювання \(.number) файлу…",
                    few: "Копіювання \(.number) файлів…",
                    many: "Копіювання \(.number) файлів…",
                    other: "Копіювання \(.number) файлу…"
                ),
                named: "Копіювання \(.quotedName)…",
                bare: "Копіювання файлів…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Вивантаження \(.number) файлу…",
                    few: "Вивантаження \(.number) файлів…",
                    many: "Вивантаження \(.number) файлів…",
                    other: "Вивантаження \(.number) файлу…"
                ),
                named: "Вивантаження \(.quotedName)…",
                bare: "Вивантаження файлів…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Дублювання \(.number) файлу…",
                    few: "Дублювання \(.number) файлів…",
                    many: "Дублювання \(.number) файлів…",
                    other: "Дублювання \(.number) файлу…"
                ),
                named: "Дублювання \(.quotedName)…",
                bare: "Дублювання файлів…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Обробка \(.number) файлу…",
                    few: "Обробка \(.number) файлів…",
                    many: "Обробка \(.number) файлів…",
                    other: "Обробка \(.number) файлу…"
                ),
                named: "Обробка \(.quotedName)…",
                bare: "Обробка файлів…"
            )
        )
    }
}
