extension Catalog {
    /// For the translator: nouns of action, so that what follows is in the genitive: «1 файла» and «21 файла», but «2
    /// файлов» and «5 файлов». CLDR's durations are in the nominative, which the colon after «осталось» allows.
    /// «Скачивание» and «выгрузка», because «загрузка» means both directions.
    static var russian: Catalog {
        func files(_ noun: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(noun) \(.number) файла…",
                    few: "\(noun) \(.number) файлов…",
                    many: "\(noun) \(.number) файлов…",
                    other: "\(noun) \(.number) файла…"
                ),
                named: "\(noun) \(.quotedName)…",
                bare: "\(noun) файлов…"
            )
        }
        return Catalog(
            tag: "ru",
            cldr: .ru,
            percentCompleted: "Выполнено \(.percent)",
            unitsOfTotal: "\(.completed) из \(.total)",
            bytesOfTotal: "\(.completed) из \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) из \(.total) файла",
                few: "\(.completed) из \(.total) файлов",
                many: "\(.completed) из \(.total) файлов",
                other: "\(.completed) из \(.total) файла"
            ),
            files: FileSentences(
                downloading: files("Скачивание"),
                decompressing: files("Распаковка"),
                receiving: files("Получение"),
                copying: files("Копирование"),
                uploading: files("Выгрузка"),
                duplicating: files("Дублирование"),
                processing: files("Обработка")
            ),
            states: StateNames(
                failed: "Сбой",
                cancelled: "Отменено",
                finished: "Готово",
                paused: "Приостановлено",
                stalled: "Нет вестей",
                indeterminate: "Срок неизвестен",
                running: "Выполняется"
            ),
            quotation: "«\(.name)»",
            remaining: RemainingSentences("Осталось: \(.duration)", following: "осталось: \(.duration)")
        )
    }
}
