extension Catalog {
    /// For the translator: nouns of action, so that what follows is in the genitive: «1 файлу» and «21 файлу», but «2
    /// файлів» and «5 файлів». CLDR's durations are in the nominative, which the colon after «залишилося» allows.
    static var ukrainian: Catalog {
        func files(_ noun: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(noun) \(.number) файлу…",
                    few: "\(noun) \(.number) файлів…",
                    many: "\(noun) \(.number) файлів…",
                    other: "\(noun) \(.number) файлу…"
                ),
                named: "\(noun) \(.quotedName)…",
                bare: "\(noun) файлів…"
            )
        }
        return Catalog(
            tag: "uk",
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
            files: FileSentences(
                downloading: files("Завантаження"),
                decompressing: files("Розпакування"),
                receiving: files("Отримання"),
                copying: files("Копіювання"),
                uploading: files("Вивантаження"),
                duplicating: files("Дублювання"),
                processing: files("Обробка")
            ),
            states: StateNames(
                failed: "Збій",
                cancelled: "Скасовано",
                finished: "Готово",
                paused: "Призупинено",
                stalled: "Немає звісток",
                indeterminate: "Строк невідомий",
                running: "Виконується"
            ),
            quotation: "«\(.name)»",
            remaining: RemainingSentences("Залишилося: \(.duration)", following: "залишилося: \(.duration)")
        )
    }
}
