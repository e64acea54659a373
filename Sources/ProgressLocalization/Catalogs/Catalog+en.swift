extension Catalog {
    /// For the translator: as NSProgress writes it, word for word; docs/contract.md, section 6, decides.
    static var english: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(one: "\(verb) \(.number) file…", other: "\(verb) \(.number) files…"),
                named: "\(verb) \(.quotedName)…",
                bare: "\(verb) files…"
            )
        }
        return Catalog(
            tag: "en",
            cldr: .en,
            percentCompleted: "\(.percent) completed",
            unitsOfTotal: "\(.completed) of \(.total)",
            bytesOfTotal: "\(.completed) of \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) of \(.total) file",
                other: "\(.completed) of \(.total) files"
            ),
            files: FileSentences(
                downloading: files("Downloading"),
                decompressing: files("Decompressing"),
                receiving: files("Receiving"),
                copying: files("Copying"),
                uploading: files("Uploading"),
                duplicating: files("Duplicating"),
                processing: files("Processing")
            ),
            states: StateNames(
                failed: "failed",
                cancelled: "cancelled",
                finished: "finished",
                paused: "paused",
                stalled: "stalled",
                indeterminate: "open-ended",
                running: "running"
            ),
            quotation: "“\(.name)”",
            remaining: RemainingSentences("\(.duration) remaining")
        )
    }
}
