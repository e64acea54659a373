extension Catalog {
    /// For the translator: nouns of action, so that what follows is in the genitive: «1 файла» and «21 файла», but «2
    /// файлов» and «5 файлов». CLDR's durations are in the nominative, which the colon after «осталось» allows.
    /// «Скачивание» and «выгрузка», because «загрузка» means both directions.
    static var russian: Catalog {
        Catalog(
            tag: "ru",
            aliases: [],
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
            files: russianFiles,
            quotation: "«\(.name)»",
            remaining: RemainingSentences(
                initial: .always("Осталось: \(.duration)"),
                following: .always("осталось: \(.duration)")
            ),
            additional: .common
        )
    }

    private static var russianFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Скачивание \(.number) файла…",
                    few: "Скачивание \(.number) файлов…",
                    many: "Скачивание \(.number) файлов…",
                    other: "Скачивание \(.number) файла…"
                ),
                named: "Скачивание \(.quotedName)…",
                bare: "Скачивание файлов…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Распаковка \(.number) файла…",
                    few: "Распаковка \(.number) файлов…",
                    many: "Распаковка \(.number) файлов…",
                    other: "Распаковка \(.number) файла…"
                ),
                named: "Распаковка \(.quotedName)…",
                bare: "Распаковка файлов…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Получение \(.number) файла…",
                    few: "Получение \(.number) файлов…",
                    many: "Получение \(.number) файлов…",
                    other: "Получение \(.number) файла…"
                ),
                named: "Получение \(.quotedName)…",
                bare: "Получение файлов…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Копирование \(.number) файла…",
                    few: "Копирование \(.number) файлов…",
                    many: "Копирование \(.number) файлов…",
                    other: "Копирование \(.number) файла…"
                ),
                named: "Копирование \(.quotedName)…",
                bare: "Копирование файлов…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Выгрузка \(.number) файла…",
                    few: "Выгрузка \(.number) файлов…",
                    many: "Выгрузка \(.number) файлов…",
                    other: "Выгрузка \(.number) файла…"
                ),
                named: "Выгрузка \(.quotedName)…",
                bare: "Выгрузка файлов…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Дублирование \(.number) файла…",
                    few: "Дублирование \(.number) файлов…",
                    many: "Дублирование \(.number) файлов…",
                    other: "Дублирование \(.number) файла…"
                ),
                named: "Дублирование \(.quotedName)…",
                bare: "Дублирование файлов…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Обработка \(.number) файла…",
                    few: "Обработка \(.number) файлов…",
                    many: "Обработка \(.number) файлов…",
                    other: "Обработка \(.number) файла…"
                ),
                named: "Обработка \(.quotedName)…",
                bare: "Обработка файлов…"
            )
        )
    }
}
