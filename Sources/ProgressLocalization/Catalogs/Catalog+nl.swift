extension Catalog {
    /// For the translator: passive present (‘wordt gekopieerd’), as Apple writes it. “Nog” begins a text, “nog” follows
    /// the dash.
    static var dutch: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(.number) bestand wordt \(verb)…",
                    other: "\(.number) bestanden worden \(verb)…"
                ),
                named: "\(.quotedName) wordt \(verb)…",
                bare: "Bestanden worden \(verb)…"
            )
        }
        return Catalog(
            tag: "nl",
            cldr: .nl,
            percentCompleted: "\(.percent) voltooid",
            unitsOfTotal: "\(.completed) van \(.total)",
            bytesOfTotal: "\(.completed) van \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) van \(.total) bestand",
                other: "\(.completed) van \(.total) bestanden"
            ),
            files: FileSentences(
                downloading: files("gedownload"),
                decompressing: files("uitgepakt"),
                receiving: files("ontvangen"),
                copying: files("gekopieerd"),
                uploading: files("geüpload"),
                duplicating: files("gedupliceerd"),
                processing: files("verwerkt")
            ),
            states: StateNames(
                failed: "Mislukt",
                cancelled: "Geannuleerd",
                finished: "Voltooid",
                paused: "Gepauzeerd",
                stalled: "Stokt",
                indeterminate: "Einde onbekend",
                running: "Bezig"
            ),
            quotation: "‘\(.name)’",
            remaining: RemainingSentences("Nog \(.duration)", following: "nog \(.duration)")
        )
    }
}
