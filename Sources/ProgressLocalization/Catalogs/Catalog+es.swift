extension Catalog {
    /// For the translator: gerunds («Copiando…»), as Apple and GNOME write it. From a million on, “de” precedes the
    /// noun. “Queda” or “quedan” agrees with the first number, which follows it directly.
    static var spanish: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(verb) \(.number) archivo…",
                    many: "\(verb) \(.number) de archivos…",
                    other: "\(verb) \(.number) archivos…"
                ),
                named: "\(verb) \(.quotedName)…",
                bare: "\(verb) archivos…"
            )
        }
        return Catalog(
            tag: "es",
            cldr: .es,
            percentCompleted: "\(.percent) completado",
            unitsOfTotal: "\(.completed) de \(.total)",
            bytesOfTotal: "\(.completed) de \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) de \(.total) archivo",
                many: "\(.completed) de \(.total) de archivos",
                other: "\(.completed) de \(.total) archivos"
            ),
            files: FileSentences(
                downloading: files("Descargando"),
                decompressing: files("Descomprimiendo"),
                receiving: files("Recibiendo"),
                copying: files("Copiando"),
                uploading: files("Subiendo"),
                duplicating: files("Duplicando"),
                processing: files("Procesando")
            ),
            states: StateNames(
                failed: "Fallido",
                cancelled: "Cancelado",
                finished: "Completado",
                paused: "En pausa",
                stalled: "Sin avance",
                indeterminate: "Total desconocido",
                running: "En curso"
            ),
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
            )
        )
    }
}
