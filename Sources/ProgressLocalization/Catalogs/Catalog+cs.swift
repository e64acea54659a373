extension Catalog {
    /// For the translator: reflexive present („kopíruje se“), as Apple and GNOME write it; the verb agrees with the
    /// number: „kopírují se 2 soubory“, „kopíruje se 5 souborů“. Likewise „zbývá“ and „zbývají“.
    static var czech: Catalog {
        Catalog(
            tag: "cs",
            aliases: [],
            cldr: .cs,
            percentCompleted: "Dokončeno \(.percent)",
            unitsOfTotal: "\(.completed) z \(.total)",
            bytesOfTotal: "\(.completed) z \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) z \(.total) souboru",
                few: "\(.completed) z \(.total) souborů",
                other: "\(.completed) z \(.total) souborů"
            ),
            files: czechFiles,
            quotation: "„\(.name)“",
            remaining: RemainingSentences(
                initial: PluralForms(
                    one: "Zbývá \(.duration)",
                    few: "Zbývají \(.duration)",
                    other: "Zbývá \(.duration)"
                ),
                following: PluralForms(
                    one: "zbývá \(.duration)",
                    few: "zbývají \(.duration)",
                    other: "zbývá \(.duration)"
                )
            ),
            additional: .common
        )
    }

    private static var czechFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "Stahuje se \(.number) soubor…",
                    few: "Stahují se \(.number) soubory…",
                    other: "Stahuje se \(.number) souborů…"
                ),
                named: "Stahuje se \(.quotedName)…",
                bare: "Stahují se soubory…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "Rozbaluje se \(.number) soubor…",
                    few: "Rozbalují se \(.number) soubory…",
                    other: "Rozbaluje se \(.number) souborů…"
                ),
                named: "Rozbaluje se \(.quotedName)…",
                bare: "Rozbalují se soubory…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "Přijímá se \(.number) soubor…",
                    few: "Přijímají se \(.number) soubory…",
                    other: "Přijímá se \(.number) souborů…"
                ),
                named: "Přijímá se \(.quotedName)…",
                bare: "Přijímají se soubory…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "Kopíruje se \(.number) soubor…",
                    few: "Kopírují se \(.number) soubory…",
                    other: "Kopíruje se \(.number) souborů…"
                ),
                named: "Kopíruje se \(.quotedName)…",
                bare: "Kopírují se soubory…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "Nahrává se \(.number) soubor…",
                    few: "Nahrávají se \(.number) soubory…",
                    other: "Nahrává se \(.number) souborů…"
                ),
                named: "Nahrává se \(.quotedName)…",
                bare: "Nahrávají se soubory…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "Duplikuje se \(.number) soubor…",
                    few: "Duplikují se \(.number) soubory…",
                    other: "Duplikuje se \(.number) souborů…"
                ),
                named: "Duplikuje se \(.quotedName)…",
                bare: "Duplikují se soubory…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "Zpracovává se \(.number) soubor…",
                    few: "Zpracovávají se \(.number) soubory…",
                    other: "Zpracovává se \(.number) souborů…"
                ),
                named: "Zpracovává se \(.quotedName)…",
                bare: "Zpracovávají se soubory…"
            )
        )
    }
}
