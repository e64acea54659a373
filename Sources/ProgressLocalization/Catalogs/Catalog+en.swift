extension Catalog {
    /// For the translator: as NSProgress writes it, word for word; docs/contract.md, section 6, decides.
    static var english: Catalog {
        Catalog(
            tag: "en",
            aliases: [],
            cldr: .en,
            percentCompleted: "\(.percent) completed",
            unitsOfTotal: "\(.completed) of \(.total)",
            bytesOfTotal: "\(.completed) of \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) of \(.total) file",
                other: "\(.completed) of \(.total) files"
            ),
            files: englishFiles,
            quotation: "“\(.name)”",
            remaining: RemainingSentences("\(.duration) remaining"),
            additional: .common
        )
    }

    private static var englishFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(one: "Downloading \(.number) file…", other: "Downloading \(.number) files…"),
                named: "Downloading \(.quotedName)…",
                bare: "Downloading files…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(one: "Decompressing \(.number) file…", other: "Decompressing \(.number) files…"),
                named: "Decompressing \(.quotedName)…",
                bare: "Decompressing files…"
            ),
            receiving: FileSentence(
                counted: PluralForms(one: "Receiving \(.number) file…", other: "Receiving \(.number) files…"),
                named: "Receiving \(.quotedName)…",
                bare: "Receiving files…"
            ),
            copying: FileSentence(
                counted: PluralForms(one: "Copying \(.number) file…", other: "Copying \(.number) files…"),
                named: "Copying \(.quotedName)…",
                bare: "Copying files…"
            ),
            uploading: FileSentence(
                counted: PluralForms(one: "Uploading \(.number) file…", other: "Uploading \(.number) files…"),
                named: "Uploading \(.quotedName)…",
                bare: "Uploading files…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(one: "Duplicating \(.number) file…", other: "Duplicating \(.number) files…"),
                named: "Duplicating \(.quotedName)…",
                bare: "Duplicating files…"
            ),
            processing: FileSentence(
                counted: PluralForms(one: "Processing \(.number) file…", other: "Processing \(.number) files…"),
                named: "Processing \(.quotedName)…",
                bare: "Processing files…"
            )
        )
    }
}
