extension Catalog {
    /// For the translator: gerunds (“Copiando…”), as Apple and GNOME write it in Brazil. Zero is singular; from a
    /// million on, “de” stands before the noun. “Resta” or “restam” agrees with the first number, which stands right
    /// after it.
    static var brazilianPortuguese: Catalog {
        Catalog(
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
            files: brazilianPortugueseFiles,
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
            ),
            additional: .common
        )
    }

    private static var brazilianPortugueseFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Baixando \(.number) arquivo…",
                    many: "Baixando \(.number) de arquivos…",
                    other: "Baixando \(.number) arquivos…"
                ),
                named: "Baixando \(.quotedName)…",
                bare: "Baixando arquivos…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Descompactando \(.number) arquivo…",
                    many: "Descompactando \(.number) de arquivos…",
                    other: "Descompactando \(.number) arquivos…"
                ),
                named: "Descompactando \(.quotedName)…",
                bare: "Descompactando arquivos…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Recebendo \(.number) arquivo…",
                    many: "Recebendo \(.number) de arquivos…",
                    other: "Recebendo \(.number) arquivos…"
                ),
                named: "Recebendo \(.quotedName)…",
                bare: "Recebendo arquivos…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Copiando \(.number) arquivo…",
                    many: "Copiando \(.number) de arquivos…",
                    other: "Copiando \(.number) arquivos…"
                ),
                named: "Copiando \(.quotedName)…",
                bare: "Copiando arquivos…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Enviando \(.number) arquivo…",
                    many: "Enviando \(.number) de arquivos…",
                    other: "Enviando \(.number) arquivos…"
                ),
                named: "Enviando \(.quotedName)…",
                bare: "Enviando arquivos…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Duplicando \(.number) arquivo…",
                    many: "Duplicando \(.number) de arquivos…",
                    other: "Duplicando \(.number) arquivos…"
                ),
                named: "Duplicando \(.quotedName)…",
                bare: "Duplicando arquivos…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Processando \(.number) arquivo…",
                    many: "Processando \(.number) de arquivos…",
                    other: "Processando \(.number) arquivos…"
                ),
                named: "Processando \(.quotedName)…",
                bare: "Processando arquivos…"
            )
        )
    }
}
