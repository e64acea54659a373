extension Catalog {
    /// For the translator: gerunds («Copiando…»), as Apple and GNOME write it. From a million on, “de” stands before
    /// the noun. “Queda” or “quedan” agrees with the first number, which stands right after it.
    static var spanish: Catalog {
        Catalog(
            tag: "es",
            aliases: [],
            cldr: .es,
            percentCompleted: "\(.percent) completado",
            unitsOfTotal: "\(.completed) de \(.total)",
            bytesOfTotal: "\(.completed) de \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) de \(.total) archivo",
                many: "\(.completed) de \(.total) de archivos",
                other: "\(.completed) de \(.total) archivos"
            ),
            files: spanishFiles,
            quotation: "“\(.name)”",
            remaining: RemainingSentences(
                initial: PluralForms(
                    one: "Queda \(.duration)",
                    many: "Quedan \(.duration)",
                    other: "Quedan \(.duration)"
                ),
                following: PluralForms(
                    one: "queda \(.duration)",
                    many: "quedan \(.duration)",
                    other: "quedan \(.duration)"
                )
            ),
            additional: .common
        )
    }

    private static var spanishFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Descargando \(.number) archivo…",
                    many: "Descargando \(.number) de archivos…",
                    other: "Descargando \(.number) archivos…"
                ),
                named: "Descargando \(.quotedName)…",
                bare: "Descargando archivos…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Descomprimiendo \(.number) archivo…",
                    many: "Descomprimiendo \(.number) de archivos…",
                    other: "Descomprimiendo \(.number) archivos…"
                ),
                named: "Descomprimiendo \(.quotedName)…",
                bare: "Descomprimiendo archivos…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Recibiendo \(.number) archivo…",
                    many: "Recibiendo \(.number) de archivos…",
                    other: "Recibiendo \(.number) archivos…"
                ),
                named: "Recibiendo \(.quotedName)…",
                bare: "Recibiendo archivos…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Copiando \(.number) archivo…",
                    many: "Copiando \(.number) de archivos…",
                    other: "Copiando \(.number) archivos…"
                ),
                named: "Copiando \(.quotedName)…",
                bare: "Copiando archivos…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Subiendo \(.number) archivo…",
                    many: "Subiendo \(.number) de archivos…",
                    other: "Subiendo \(.number) archivos…"
                ),
                named: "Subiendo \(.quotedName)…",
                bare: "Subiendo archivos…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Duplicando \(.number) archivo…",
                    many: "Duplicando \(.number) de archivos…",
                    other: "Duplicando \(.number) archivos…"
                ),
                named: "Duplicando \(.quotedName)…",
                bare: "Duplicando archivos…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Procesando \(.number) archivo…",
                    many: "Procesando \(.number) de archivos…",
                    other: "Procesando \(.number) archivos…"
                ),
                named: "Procesando \(.quotedName)…",
                bare: "Procesando archivos…"
            )
        )
    }
}
