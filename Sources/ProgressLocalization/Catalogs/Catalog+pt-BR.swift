extension Catalog {
    /// For the translator: gerunds (“Copiando…”), as Apple and GNOME write it in Brazil. Zero is singular; from a
    /// million on, “de” precedes the noun. “Resta” or “restam” agrees with the first number, which follows it directly.
    static var brazilianPortuguese: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(verb) \(.number) arquivo…",
                    many: "\(verb) \(.number) de arquivos…",
                    other: "\(verb) \(.number) arquivos…"
                ),
                named: "\(verb) \(.quotedName)…",
                bare: "\(verb) arquivos…"
            )
        }
        return Catalog(
            tag: "pt-BR",
            aliases: ["pt"],
            cldr: .ptBR,
            percentCompleted: "\(.percent) concluído",
            unitsOfTotal: "\(.completed) de \(.total)",
            bytesOfTotal: "\(.completed) de \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) de \(.total) arquivo",
                many: "\(.completed) de \(.total) de arquivos",
                other: "\(.completed) de \(.total) arquivos"
            ),
            files: FileSentences(
                downloading: files("Baixando"),
                decompressing: files("Descompactando"),
                receiving: files("Recebendo"),
                copying: files("Copiando"),
                uploading: files("Enviando"),
                duplicating: files("Duplicando"),
                processing: files("Processando")
            ),
            states: StateNames(
                failed: "Falhou",
                cancelled: "Cancelado",
                finished: "Concluído",
                paused: "Pausado",
                stalled: "Sem notícias",
                indeterminate: "Sem fim definido",
                running: "Em andamento"
            ),
            quotation: "“\(.name)”",
            remaining: RemainingSentences(
                initial: PluralForms(
                    one: "Resta \(.duration)",
                    many: "Restam \(.duration)",
                    other: "Restam \(.duration)"
                ),
                following: PluralForms(
                    one: "resta \(.duration)",
                    many: "restam \(.duration)",
                    other: "restam \(.duration)"
                )
            )
        )
    }
}
