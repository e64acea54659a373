extension Catalog {
    static var english: Catalog {
        Catalog(
            tag: "en",
            aliases: [],
            pluralCategory: { $0.integer == 1 && $0.fractionDigitCount == 0 ? .one : .other },
            numbers: NumberSymbols(decimalSeparator: ".", groupingSeparator: ","),
            percentCompleted: "\(.number)% completed",
            unitsOfTotal: "\(.completed) of \(.total)",
            bytesOfTotal: "\(.completed) of \(.total)",
            filesOfTotal: PluralForms(
                one: "\(.completed) of \(.total) file",
                other: "\(.completed) of \(.total) files"
            ),
            files: englishFiles,
            quotation: "“\(.name)”",
            bytes: ByteUnits(
                byte: PluralForms(one: "\(.number) byte", other: "\(.number) bytes"),
                kilobyte: .always("\(.number) KB"),
                megabyte: .always("\(.number) MB"),
                gigabyte: .always("\(.number) GB"),
                terabyte: .always("\(.number) TB"),
                petabyte: .always("\(.number) PB"),
                exabyte: .always("\(.number) EB")
            ),
            bytesPerSecond: "\(.amount)/sec",
            durations: DurationUnits(
                day: PluralForms(one: "\(.number) day", other: "\(.number) days"),
                hour: PluralForms(one: "\(.number) hour", other: "\(.number) hours"),
                minute: PluralForms(one: "\(.number) minute", other: "\(.number) minutes"),
                second: PluralForms(one: "\(.number) second", other: "\(.number) seconds"),
                pair: "\(.larger), \(.smaller)"
            ),
            remaining: .always("\(.duration) remaining"),
            additional: AdditionalSentences(
                amountAndRate: "\(.amount) (\(.rate))",
                amountAndTime: "\(.amount) — \(.time)",
                amountRateAndTime: "\(.amount) (\(.rate)) — \(.time)",
                timeAndRate: "\(.time) (\(.rate))"
            )
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
