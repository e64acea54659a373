extension Catalog {
    /// For the translator: reflexive present („kopíruje se“), as Apple and GNOME write it; the verb agrees with the
    /// number: „kopírují se 2 soubory“, „kopíruje se 5 souborů“. Likewise „zbývá“ and „zbývají“.
    static var czech: Catalog {
        func files(_ singular: StaticString, _ plural: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(singular) se \(.number) soubor…",
                    few: "\(plural) se \(.number) soubory…",
                    other: "\(singular) se \(.number) souborů…"
                ),
                named: "\(singular) se \(.quotedName)…",
                bare: "\(plural) se soubory…"
            )
        }
        return Catalog(
            tag: "cs",
            cldr: .cs,
            percentCompleted: "Dokončeno \(.percent)",
            unitsOfTotal: "\(.completed) z \(.total)",
            bytesOfTotal: "\(.completed) z \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) z \(.total) souboru",
                few: "\(.completed) z \(.total) souborů",
                other: "\(.completed) z \(.total) souborů"
            ),
            files: FileSentences(
                downloading: files("Stahuje", "Stahují"),
                decompressing: files("Rozbaluje", "Rozbalují"),
                receiving: files("Přijímá", "Přijímají"),
                copying: files("Kopíruje", "Kopírují"),
                uploading: files("Nahrává", "Nahrávají"),
                duplicating: files("Duplikuje", "Duplikují"),
                processing: files("Zpracovává", "Zpracovávají")
            ),
            states: StateNames(
                failed: "Selhalo",
                cancelled: "Zrušeno",
                finished: "Dokončeno",
                paused: "Pozastaveno",
                stalled: "Bez zpráv",
                indeterminate: "Bez známého konce",
                running: "Probíhá"
            ),
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
            )
        )
    }
}
